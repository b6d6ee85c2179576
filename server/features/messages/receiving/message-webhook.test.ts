// Tests of the message.received webhook: its payload, order, retries and files.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestSender } from '#testing/app/test-app.ts'
import { openReceiver, type ReceivedRequest } from '#testing/emulators/receiver.ts'
import { newestConversation, png, pngMedia } from '#testing/features/messages.ts'
import { payloadOf } from '#testing/requests/payload.ts'

/** Paths that fail once. */
const failing = new Set<string>()
/** Paths that no longer accept webhooks. */
const gone = new Set<string>()
const receiver = await openReceiver(({ path }) => {
  if (gone.has(path)) return { status: 410 }
  return failing.delete(path) ? { status: 500 } : {}
})
const parley = await startTestApp({
  carrier: {},
  config: { allowPrivate: [new URL(receiver.url).host] },
  script: 'We close at six.',
})
after(async () => {
  await parley[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

let paths = 0
/** Creates a sender with a webhook URL of its own. */
async function createReportingSender(fields: object = {}): Promise<{ sender: TestSender; path: string; url: string }> {
  const path = `/messages/${++paths}`
  const url = receiver.url + path
  return { sender: await parley.createSender({ sender: { messages_webhook_url: url, ...fields } }), path, url }
}

const requestsTo = (path: string): ReceivedRequest[] => receiver.requests.filter((request) => request.path === path)
const payloadsAt = (path: string) => requestsTo(path).map((request) => payloadOf('message.received', request))

describe('the webhook of a customer’s message', () => {
  it('contains the message, its sender and its conversation', async () => {
    const { sender, path } = await createReportingSender()
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(sender, phone, 'When do you close?', { profileName: 'Ann' })
    const [payload] = payloadsAt(path)
    const { id, history } = await newestConversation(sender)
    const { conversation_id } = await sender.sessionStatus(phone)
    const { whatsapp_message_id, message_sid, timestamp, ...rest } = payload!
    assert.ok(whatsapp_message_id > 0)
    assert.match(message_sid, /^(?:SM|MM)/)
    assert.match(timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
    assert.deepEqual(rest, {
      event: 'message_received',
      message_id: history[0]!.id,
      conversation_id,
      conversation_uuid: id,
      assistant_id: sender.id,
      assistant_uuid: sender.uuid,
      sender: { id: sender.senderId, phone_number: sender.number, display_name: 'Bakery' },
      from: phone,
      to: sender.number,
      customer_name: 'Ann',
      body: 'When do you close?',
      attachments: [],
      button_payload: null,
      replied_to_message_id: null,
      referral: null,
    })
    assert.deepEqual(parley.textsReceivedBy(phone), ['We close at six.'])
  })

  it('is also sent without an assistant and for reactions', async () => {
    const { sender, path } = await createReportingSender({ assistant_id: null })
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(sender, phone, '👍', { fields: { MessageType: 'reaction' } })
    await parley.askAssistant(sender, phone, 'Hello?')
    const { id } = await newestConversation(sender)
    assert.deepEqual(
      payloadsAt(path).map((one) => [one.body, one.conversation_uuid, one.assistant_id, one.assistant_uuid]),
      [
        ['[reaction 👍]', null, null, null],
        ['Hello?', id, null, null],
      ],
    )
  })

  it('contains the message that the customer replied to, and the URLs of files', async () => {
    const { sender, path } = await createReportingSender()
    const phone = await sender.openWindow()
    const sent = await sender.sendFreeform(phone, 'Which lid?')
    await parley.runUntilIdle()
    await parley.askAssistant(sender, phone, 'This one', {
      media: pngMedia,
      fields: { OriginalRepliedMessageSid: sent.message_sid },
    })
    const payload = payloadsAt(path).at(-1)!
    assert.deepEqual([payload.body, payload.replied_to_message_id], ['[image] This one', sent.message_id])
    assert.deepEqual(
      payload.attachments.map(({ content_type, filename }) => [content_type, filename]),
      [['image/png', null]],
    )
    const file = await parley.fetch(new Request(payload.attachments[0]!.url))
    assert.deepEqual(Buffer.from(await file.arrayBuffer()), png)
  })

  it('contains URLs of files that work before a job has downloaded them', async () => {
    const { sender, path } = await createReportingSender()
    await parley.askAssistant(sender, parley.createPhoneNumber(), 'The lid', { media: pngMedia })
    const { url } = payloadsAt(path)[0]!.attachments[0]!
    const token = url.slice(url.lastIndexOf('/') + 1)
    const removeDownload = () =>
      sql`update chatapp_media set file_key = null where token = ${token}`.execute(parley.app.context.db)
    const fetchFile = async () => {
      const answer = await parley.fetch(new Request(url))
      return [answer.status, Buffer.from(await answer.arrayBuffer()).length]
    }
    await removeDownload()
    assert.deepEqual(await Promise.all([fetchFile(), fetchFile()]), [
      [200, png.length],
      [200, png.length],
    ])
    await removeDownload()
    const faults = [{ fault: 'error-before-accept' as const }]
    parley.carrier.control.script({ faults, on: 'GET /2010-04-01/Accounts', times: 1 })
    assert.equal((await fetchFile())[0], 503)
    assert.equal((await fetchFile())[0], 200)
  })

  it('is signed, retried after a failure, and sent in the order of the conversation', async () => {
    const { sender, path } = await createReportingSender()
    const { secret } = await sender.client.webhooks.rotateSecret()
    const phone = parley.createPhoneNumber()
    failing.add(path)
    await parley.sendInboundMessage(sender, phone, 'One')
    await parley.sendInboundMessage(sender, phone, 'Two')
    assert.deepEqual(
      payloadsAt(path).map(({ body }) => body),
      ['One'],
    )
    await parley.advanceClock(40_000)
    assert.deepEqual(
      payloadsAt(path).map(({ body }) => body),
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

  it('is deactivated by a receiver that responds with 410', async () => {
    const { sender, path, url } = await createReportingSender()
    const phone = parley.createPhoneNumber()
    gone.add(path)
    await parley.askAssistant(sender, phone, 'One')
    const { data } = await sender.client.senders.get({ id: sender.senderId })
    assert.deepEqual([data.messages_webhook_url, data.is_messages_webhook_active], [url, false])
    await parley.askAssistant(sender, phone, 'Two')
    assert.equal(requestsTo(path).length, 1)
  })
})
