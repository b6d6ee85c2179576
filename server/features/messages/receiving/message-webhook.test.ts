// Tests of the message.received webhook: what it says, its order, its retries and its files.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { payloadOf } from '#server/testing/payload.ts'
import { openReceiver, type ReceivedRequest, type Receiver } from '#server/testing/receiver.ts'
import { startTestApp, type TestApp, type TestSender } from '#server/testing/test-app.ts'

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100)])

let parley: TestApp
let receiver: Receiver
/** Paths that fail once. */
const failing = new Set<string>()
/** Paths that want nothing any more. */
const gone = new Set<string>()
before(async () => {
  receiver = await openReceiver(({ path }) => {
    if (gone.has(path)) return { status: 410 }
    return failing.delete(path) ? { status: 500 } : {}
  })
  parley = await startTestApp({
    carrier: {},
    config: { allowPrivate: [new URL(receiver.url).host] },
    script: 'We close at six.',
  })
})
after(async () => {
  await parley[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

let paths = 0
/** A holder whose sender reports messages to a path of its own. */
async function open(sender: object = {}): Promise<{ holder: TestSender; path: string; url: string }> {
  const path = `/messages/${++paths}`
  const url = receiver.url + path
  return { holder: await parley.createSender({ sender: { messages_webhook_url: url, ...sender } }), path, url }
}

const requestsTo = (path: string): ReceivedRequest[] => receiver.requests.filter((request) => request.path === path)
const toldAt = (path: string) => requestsTo(path).map((request) => payloadOf('message.received', request))

describe('the webhook of a message that a customer wrote', () => {
  it('says who wrote what to which sender, and in which conversation', async () => {
    const { holder, path } = await open()
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(holder, phone, 'When do you close?', { profileName: 'Ann' })
    const [told] = toldAt(path)
    const { data } = await holder.client.conversations.list({ type: 'chatapp' })
    const { history } = (await holder.client.conversations.show({ uuid: data[0]!.id })).data
    const { conversation_id } = await holder.sessionStatus(phone)
    const { whatsapp_message_id, message_sid, timestamp, ...rest } = told!
    assert.ok(whatsapp_message_id > 0)
    assert.match(message_sid, /^(?:SM|MM)/)
    assert.match(timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
    assert.deepEqual(rest, {
      event: 'message_received',
      message_id: history[0]!.id,
      conversation_id,
      conversation_uuid: data[0]!.id,
      assistant_id: holder.id,
      assistant_uuid: holder.uuid,
      sender: { id: holder.senderId, phone_number: holder.number, display_name: 'Bakery' },
      from: phone,
      to: holder.number,
      customer_name: 'Ann',
      body: 'When do you close?',
      attachments: [],
      button_payload: null,
      replied_to_message_id: null,
    })
    assert.deepEqual(parley.textsReceivedBy(phone), ['We close at six.'])
  })

  it('tells of a sender without an assistant too, and of a reaction', async () => {
    const { holder, path } = await open({ assistant_id: null })
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(holder, phone, '👍', { fields: { MessageType: 'reaction' } })
    await parley.askAssistant(holder, phone, 'Hello?')
    const { data } = await holder.client.conversations.list({ type: 'chatapp' })
    assert.deepEqual(
      toldAt(path).map((told) => [told.body, told.conversation_uuid, told.assistant_id, told.assistant_uuid]),
      [
        ['[reaction 👍]', null, null, null],
        ['Hello?', data[0]!.id, null, null],
      ],
    )
  })

  it('names the message that the customer answers, and gives the files', async () => {
    const { holder, path } = await open()
    const phone = await holder.openWindow()
    const sent = await holder.sendFreeform(phone, 'Which lid?')
    await parley.runUntilIdle()
    await parley.askAssistant(holder, phone, 'This one', {
      media: [{ contentType: 'image/png', bytes: png }],
      fields: { OriginalRepliedMessageSid: sent.message_sid },
    })
    const told = toldAt(path).at(-1)!
    assert.deepEqual([told.body, told.replied_to_message_id], ['[image] This one', sent.message_id])
    assert.deepEqual(
      told.attachments.map(({ content_type, filename }) => [content_type, filename]),
      [['image/png', null]],
    )
    const file = await parley.fetch(new Request(told.attachments[0]!.url))
    assert.deepEqual(Buffer.from(await file.arrayBuffer()), png)
  })

  it('gives files that can be fetched before a job has kept them', async () => {
    const { holder, path } = await open()
    await parley.askAssistant(holder, parley.createPhoneNumber(), 'The lid', {
      media: [{ contentType: 'image/png', bytes: png }],
    })
    const { url } = toldAt(path)[0]!.attachments[0]!
    const token = url.slice(url.lastIndexOf('/') + 1)
    const forget = () =>
      sql`update chatapp_media set file_key = null where token = ${token}`.execute(parley.app.context.db)
    const fetchFile = async () => {
      const answer = await parley.fetch(new Request(url))
      return [answer.status, Buffer.from(await answer.arrayBuffer()).length]
    }
    await forget()
    assert.deepEqual(await Promise.all([fetchFile(), fetchFile()]), [
      [200, png.length],
      [200, png.length],
    ])
    await forget()
    const faults = [{ fault: 'error-before-accept' as const }]
    parley.carrier.control.script({ faults, on: 'GET /2010-04-01/Accounts', times: 1 })
    assert.equal((await fetchFile())[0], 503)
    assert.equal((await fetchFile())[0], 200)
  })

  it('is signed, tried again after a failure, and keeps the order of the conversation', async () => {
    const { holder, path } = await open()
    const { secret } = await holder.client.webhooks.rotateSecret()
    const phone = parley.createPhoneNumber()
    failing.add(path)
    await parley.sendInboundMessage(holder, phone, 'One')
    await parley.sendInboundMessage(holder, phone, 'Two')
    assert.deepEqual(
      toldAt(path).map(({ body }) => body),
      ['One'],
    )
    await parley.advanceClock(40_000)
    assert.deepEqual(
      toldAt(path).map(({ body }) => body),
      ['One', 'One', 'Two'],
    )
    const [first, again] = requestsTo(path)
    assert.equal(first!.headers['webhook-id'], again!.headers['webhook-id'])
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    for (const { headers, body } of requestsTo(path)) {
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
      const signature = createHmac('sha256', key).update(signed).digest('base64')
      assert.equal(headers['webhook-signature'], `v1,${signature}`)
    }
  })

  it('is switched off by a receiver that answers 410, and is silent while it is off', async () => {
    const { holder, path, url } = await open()
    const phone = parley.createPhoneNumber()
    gone.add(path)
    await parley.askAssistant(holder, phone, 'One')
    const { data } = await holder.client.senders.get({ id: holder.senderId })
    assert.deepEqual([data.messages_webhook_url, data.is_messages_webhook_active], [url, false])
    await parley.askAssistant(holder, phone, 'Two')
    assert.equal(requestsTo(path).length, 1)
  })
})
