// Messages of customers that the carrier could tell nobody of: found in its list, whole, and nobody else's.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestApp, type TestSender } from '#server/testing/test-app.ts'

let parley: TestApp
before(async () => {
  parley = await startTestApp({ carrier: {}, script: 'We close at six.' })
})
after(() => parley[Symbol.asyncDispose]())

const hour = 60 * 60 * 1000

/** The carrier's webhooks to the number come to nothing while `work` is done. */
async function unheard(number: string, work: () => Promise<unknown>): Promise<void> {
  const { control } = parley.carrier
  control.changeSender(number, { webhook: { callback_url: 'http://127.0.0.1:9/nobody' } })
  await work()
  control.changeSender(number, { webhook: { callback_url: '' } })
}

async function look(): Promise<void> {
  await parley.runCron('messages.find-lost')
  await parley.runUntilIdle()
}

async function heard({ client }: TestSender): Promise<string[]> {
  const { data } = await client.conversations.list({ type: 'chatapp' })
  const shown = await Promise.all(data.map(({ id }) => client.conversations.show({ uuid: id })))
  return shown.flatMap((one) => one.data.history.filter(({ sent_by }) => sent_by === 'customer').map((m) => m.content))
}

const looksFor = (number: string) =>
  parley.carrier.requests.filter(
    ({ method, query }) => method === 'GET' && query.includes(encodeURIComponent(`whatsapp:${number}`)),
  ).length

describe('a lost message', () => {
  it('is found with its media, which are kept', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    const bytes = Buffer.from('89504e470d0a1a0a', 'hex')
    await parley.sendInboundMessage(holder, phone, 'Hi')
    await unheard(holder.number, () =>
      parley.sendInboundMessage(holder, phone, 'My cake', { media: [{ contentType: 'image/png', bytes }] }),
    )
    await look()
    assert.deepEqual(await heard(holder), ['Hi', '[image] My cake'])
    const { data } = await holder.client.conversations.list({ type: 'chatapp' })
    const shown = await holder.client.conversations.show({ uuid: data[0]!.id })
    assert.deepEqual(
      shown.data.history.flatMap(({ attachments }) => (attachments ?? []).map(({ content_type }) => content_type)),
      ['image/png'],
    )
  })

  it('is told without its media when the carrier has them no more', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    await parley.sendInboundMessage(holder, phone, 'Hi')
    const media = [{ contentType: 'image/png', bytes: Buffer.from('89504e470d0a1a0a', 'hex') }]
    await unheard(holder.number, () => parley.sendInboundMessage(holder, phone, 'My cake', { media }))
    const { accountSid, baseUrl, authToken, messages } = parley.carrier
    const [lost] = messages().slice(-1)
    const path = `/2010-04-01/Accounts/${accountSid}/Messages/${lost!.sid}/Media/${lost!.mediaSids[0]}.json`
    const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
    assert.equal((await fetch(baseUrl + path, { method: 'DELETE', headers: { authorization } })).status, 204)
    await look()
    assert.ok((await heard(holder))[1]?.includes('My cake'))
  })

  it('of a night that nobody looked is found, back to the last look', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    await parley.sendInboundMessage(holder, phone, 'Hi')
    await look()
    await unheard(holder.number, () => parley.sendInboundMessage(holder, phone, 'Are you there?'))
    await parley.turnClock(9 * hour)
    await look()
    assert.deepEqual(await heard(holder), ['Hi', 'Are you there?'])
  })

  it('to a sender that has been quiet for long is found within the hour, which asks the carrier once', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    await parley.turnClock(3 * hour)
    await look()
    await unheard(holder.number, () => parley.sendInboundMessage(holder, phone, 'First ever'))
    const before = looksFor(holder.number)
    await look()
    assert.equal(looksFor(holder.number), before, 'its turn has just been')
    await parley.turnClock(hour)
    await look()
    assert.deepEqual(await heard(holder), ['First ever'])
    assert.equal(looksFor(holder.number), before + 1)
  })

  it('is looked for again when the carrier did not answer', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    const { control } = parley.carrier
    await parley.sendInboundMessage(holder, phone, 'Hi')
    await look()
    await unheard(holder.number, () => parley.sendInboundMessage(holder, phone, 'Hello?'))
    await parley.turnClock(2 * hour)
    control.script({ faults: [{ fault: 'error-before-accept' }], on: 'GET /2010-04-01', times: 1 })
    await look()
    assert.deepEqual(await heard(holder), ['Hi'])
    await look()
    assert.deepEqual(await heard(holder), ['Hi', 'Hello?'])
  })

  it('to whoever had the number before is nobody’s', async () => {
    const former = await parley.createSender()
    const phone = parley.createPhoneNumber()
    await parley.sendInboundMessage(former, phone, 'Hi')
    await former.client.senders.delete({ id: former.senderId })
    await parley.sendInboundMessage(former, phone, 'A secret')
    await parley.turnClock(1_000)
    const { client, ...holder } = await parley.createSender()
    await client.senders.create({ phone_number: former.number, display_name: 'Next', assistant_id: holder.id })
    await parley.sendInboundMessage(former, phone, 'To the next')
    await look()
    assert.deepEqual(await heard({ client, ...holder }), ['To the next'])
  })
})

describe('a sender that is registered again', () => {
  it('has its conversations and its open windows', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    await parley.sendInboundMessage(holder, phone, 'Hi')
    const { conversation_id } = await holder.sessionStatus(phone)
    await holder.client.senders.delete({ id: holder.senderId })
    const fields = { phone_number: holder.number, display_name: 'Again', assistant_id: holder.id }
    assert.equal((await holder.client.senders.create(fields)).data.id, holder.senderId)
    const session = await holder.sessionStatus(phone)
    assert.deepEqual([session.conversation_id, session.session_status.is_open], [conversation_id, true])
    await holder.sendFreeform(phone, 'Welcome back')
    assert.equal(
      (await holder.client.senders.listTemplates({ senderId: holder.senderId })).data[0]?.id !== undefined,
      true,
    )
  })
})
