// Tests of customers' messages whose webhooks were lost: they are found in the carrier's list.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp, type TestApp, type TestSender } from '#testing/app/test-app.ts'
import { newestConversation, pngMedia } from '#testing/features/messages.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())

const hourMs = 60 * 60 * 1000
const { control } = parley.carrier

/** Sends a customer's message whose webhook the carrier cannot deliver. */
async function sendLost(...[sender, phone, body, fields]: Parameters<TestApp['sendInboundMessage']>): Promise<void> {
  control.changeSender(sender.number, { webhook: { callback_url: 'http://127.0.0.1:9/closed' } })
  await parley.sendInboundMessage(sender, phone, body, fields)
  control.changeSender(sender.number, { webhook: { callback_url: '' } })
}

async function findLost(): Promise<void> {
  await parley.runCron('messages.find-lost')
  await parley.runUntilIdle()
}

async function textsOfCustomers(sender: TestSender): Promise<string[]> {
  const { total } = await sender.client.conversations.list({ type: 'chatapp' })
  if (total === 0) return []
  const { history } = await newestConversation(sender)
  return history.filter(({ sent_by }) => sent_by === 'customer').map(({ content }) => content)
}

const countLists = (number: string) =>
  parley.carrier.requests.filter(
    ({ method, query }) => method === 'GET' && query.includes(encodeURIComponent(`whatsapp:${number}`)),
  ).length

async function createPair(): Promise<{ sender: TestSender; phone: string }> {
  return { sender: await parley.createSender(), phone: parley.createPhoneNumber() }
}

describe('a lost message', () => {
  it('is found once and in order, with its media', async () => {
    const { sender, phone } = await createPair()
    await parley.sendInboundMessage(sender, phone, 'Hi')
    await sendLost(sender, phone, 'My cake', { media: pngMedia })
    await sendLost(sender, phone, 'Look!')
    assert.deepEqual(await textsOfCustomers(sender), ['Hi'])
    await parley.runCron('messages.find-lost')
    await findLost()
    assert.deepEqual(await textsOfCustomers(sender), ['Hi', '[image] My cake', 'Look!'])
    const { history } = await newestConversation(sender)
    assert.deepEqual(
      history.flatMap(({ attachments }) => (attachments ?? []).map(({ content_type }) => content_type)),
      ['image/png'],
    )
  })

  it('is found without its media if the carrier no longer has them', async () => {
    const { sender, phone } = await createPair()
    await parley.sendInboundMessage(sender, phone, 'Hi')
    await sendLost(sender, phone, 'My cake', { media: pngMedia })
    const { accountSid, baseUrl, authToken, messages } = parley.carrier
    const [lost] = messages().slice(-1)
    const path = `/2010-04-01/Accounts/${accountSid}/Messages/${lost!.sid}/Media/${lost!.mediaSids[0]}.json`
    const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
    assert.equal((await fetch(baseUrl + path, { method: 'DELETE', headers: { authorization } })).status, 204)
    await findLost()
    assert.ok((await textsOfCustomers(sender))[1]?.includes('My cake'))
  })

  it('is found after many hours without a search', async () => {
    const { sender, phone } = await createPair()
    await parley.sendInboundMessage(sender, phone, 'Hi')
    await findLost()
    await sendLost(sender, phone, 'Are you there?')
    await parley.turnClock(9 * hourMs)
    await findLost()
    assert.deepEqual(await textsOfCustomers(sender), ['Hi', 'Are you there?'])
  })

  it('to an inactive sender is found within an hour by one request to the carrier', async () => {
    const { sender, phone } = await createPair()
    await parley.turnClock(3 * hourMs)
    await findLost()
    await sendLost(sender, phone, 'First ever')
    const before = countLists(sender.number)
    await findLost()
    assert.equal(countLists(sender.number), before, 'the sender was checked less than an hour ago')
    await parley.turnClock(hourMs)
    await findLost()
    assert.deepEqual(await textsOfCustomers(sender), ['First ever'])
    assert.equal(countLists(sender.number), before + 1)
  })

  it('is searched for again if the carrier does not answer', async () => {
    const { sender, phone } = await createPair()
    await parley.sendInboundMessage(sender, phone, 'Hi')
    await findLost()
    await sendLost(sender, phone, 'Hello?')
    await parley.turnClock(2 * hourMs)
    control.script({ faults: [{ fault: 'error-before-accept' }], on: 'GET /2010-04-01', times: 1 })
    await findLost()
    assert.deepEqual(await textsOfCustomers(sender), ['Hi'])
    await findLost()
    assert.deepEqual(await textsOfCustomers(sender), ['Hi', 'Hello?'])
  })

  it('from before the account had the number is ignored', async () => {
    const { sender: former, phone } = await createPair()
    await parley.sendInboundMessage(former, phone, 'Hi')
    await former.client.senders.delete({ id: former.senderId })
    await parley.sendInboundMessage(former, phone, 'A secret')
    await parley.turnClock(1_000)
    const next = await parley.createSender()
    await next.client.senders.create({ phone_number: former.number, display_name: 'Next', assistant_id: next.id })
    await parley.sendInboundMessage(former, phone, 'To the next')
    await findLost()
    const { data } = await next.client.conversations.list({ type: 'chatapp' })
    assert.equal(data.length, 1)
    assert.deepEqual(await textsOfCustomers(next), ['To the next'])
  })
})

describe('a sender that is registered again', () => {
  it('keeps its conversations and its open windows', async () => {
    const { sender, phone } = await createPair()
    await parley.sendInboundMessage(sender, phone, 'Hi')
    const { conversation_id } = await sender.sessionStatus(phone)
    const { client, senderId } = sender
    await client.senders.delete({ id: senderId })
    const fields = { phone_number: sender.number, display_name: 'Again', assistant_id: sender.id }
    assert.equal((await client.senders.create(fields)).data.id, senderId)
    const session = await sender.sessionStatus(phone)
    assert.deepEqual([session.conversation_id, session.session_status.is_open], [conversation_id, true])
    await sender.sendFreeform(phone, 'Welcome back')
    const { data: templates } = await client.senders.listTemplates({ senderId })
    assert.ok(templates.length > 0)
  })
})
