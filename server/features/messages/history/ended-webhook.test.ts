// The webhook of a chat-app conversation's end: by which sender it was carried, and the files that went to and fro.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { PayloadOf } from '#contract/webhook-payloads.ts'
import { payloadOf } from '#server/testing/payload.ts'
import { openReceiver, type Receiver } from '#server/testing/receiver.ts'
import { helpMessage, startTestApp, type TestApp, type TestSender } from '#server/testing/test-app.ts'

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100)])
const ourPng = Buffer.concat([png, Buffer.from('ours')])
const minuteMs = 60_000

let parley: TestApp
let web: Receiver
before(async () => {
  web = await openReceiver(({ path }) =>
    path === '/ours.png' ? { headers: { 'content-type': 'image/png' }, body: ourPng as unknown as string } : {},
  )
  parley = await startTestApp({
    carrier: {},
    config: { allowPrivate: [new URL(web.url).host] },
    script: 'We will see to it.',
  })
})
after(async () => {
  await parley[Symbol.asyncDispose]()
  await web[Symbol.asyncDispose]()
})

async function openHolder(): Promise<TestSender> {
  const holder = await parley.createSender()
  await holder.client.assistants.update({
    id: holder.id,
    conversation_ended_webhook_url: `${web.url}/ended/${holder.id}`,
    is_conversation_ended_webhook_active: true,
    conversation_ended_retrigger: true,
  })
  return holder
}

/** The payloads so far, after the holder's customers have been quiet for long enough. */
async function ended(holder: TestSender): Promise<PayloadOf<'conversation.ended'>[]> {
  await parley.advanceClock(31 * minuteMs)
  return web.requests
    .filter(({ path }) => path === `/ended/${holder.id}`)
    .map((request) => payloadOf('conversation.ended', request))
}

const senderOf = ({ senderId, number }: TestSender) => ({
  id: senderId,
  phone_number: number,
  display_name: 'Bakery',
})
const fetchFrom = (url: string) => parley.fetch(new Request(url))

describe('the webhook of the end of a chat-app conversation', () => {
  it('names the sender and lists the files of both sides, which may be fetched', async () => {
    const holder = await openHolder()
    const phone = parley.createPhoneNumber()
    const media = [{ contentType: 'image/png', bytes: png }]
    await parley.askAssistant(holder, phone, 'The lid is broken', { media })
    await holder.sendFreeform(phone, 'This one?', { media_url: `${web.url}/ours.png`, filename: 'lid.png' })
    await parley.runUntilIdle()

    const [payload, ...more] = await ended(holder)
    assert.equal(more.length, 0)
    const { type, sender, transcript, attachments } = payload!
    assert.equal(type, 'chatapp')
    assert.deepEqual(sender, senderOf(holder))
    assert.deepEqual(
      transcript.map(({ role, content }) => [role, content]),
      [
        ['user', '[image] The lid is broken'],
        ['assistant', 'We will see to it.'],
        ['assistant', '[image] This one?'],
      ],
    )
    assert.deepEqual(
      attachments.map(({ url: _, ...rest }) => rest),
      [
        {
          content_type: 'image/png',
          filename: null,
          role: 'user',
          message_index: 0,
          timestamp: transcript[0]!.timestamp,
        },
        {
          content_type: 'image/png',
          filename: 'lid.png',
          role: 'assistant',
          message_index: 2,
          timestamp: transcript[2]!.timestamp,
        },
      ],
    )
    const served = await Promise.all(attachments.map(({ url }) => fetchFrom(url)))
    assert.deepEqual(
      served.map(({ status, headers }) => [status, headers.get('content-type')]),
      [
        [200, 'image/png'],
        [200, 'image/png'],
      ],
    )
    assert.deepEqual(await Promise.all(served.map(async (response) => Buffer.from(await response.arrayBuffer()))), [
      png,
      ourPng,
    ])
  })

  it('lists no file that did not reach the customer', async () => {
    const holder = await openHolder()
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(holder, phone, helpMessage.body, helpMessage)
    parley.carrier.control.script({ faults: [{ fault: 'fail', code: 63024 }] })
    await holder.sendFreeform(phone, 'This one?', { media_url: `${web.url}/ours.png` })
    await parley.runUntilIdle()
    const [payload] = await ended(holder)
    assert.deepEqual(
      payload!.transcript.map(({ content }) => content),
      ['HELP'],
    )
    assert.deepEqual(payload!.attachments, [])
    assert.deepEqual(payload!.sender, senderOf(holder))
  })

  it('lists the earlier files again when the conversation ends once more', async () => {
    const holder = await openHolder()
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(holder, phone, '', { media: [{ contentType: 'image/png', bytes: png }] })
    const [first] = await ended(holder)
    await parley.askAssistant(holder, phone, 'Thanks')
    const [, second] = await ended(holder)
    assert.equal(second!.attachments.length, 1)
    assert.deepEqual(second!.attachments, first!.attachments)
  })
})
