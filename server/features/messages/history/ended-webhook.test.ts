// Tests of the conversation-ended webhook of a chat-app conversation: its sender and its files.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { PayloadOf } from '#contract/events/webhook-payloads.ts'
import { promptOf } from '#testing/app/scripted-model.ts'
import { helpMessage, startTestApp, type TestSender } from '#testing/app/test-app.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { png, pngMedia } from '#testing/features/messages.ts'
import { payloadOf } from '#testing/requests/payload.ts'

const ourPng = Buffer.concat([png, Buffer.from('ours')])
const minuteMs = 60_000

const web = await openReceiver(({ path }) =>
  path === '/ours.png' ? { headers: { 'content-type': 'image/png' }, body: ourPng as unknown as string } : {},
)
const parley = await startTestApp({
  carrier: {},
  config: { allowPrivate: [new URL(web.url).host] },
  script: 'We will see to it.',
})
after(async () => {
  await parley[Symbol.asyncDispose]()
  await web[Symbol.asyncDispose]()
})

async function createReportingSender(): Promise<TestSender> {
  const sender = await parley.createSender()
  await sender.client.assistants.update({
    id: sender.id,
    conversation_ended_webhook_url: `${web.url}/ended/${sender.id}`,
    is_conversation_ended_webhook_active: true,
    conversation_ended_retrigger: true,
  })
  return sender
}

/** Returns the payloads after the conversations of the sender have ended. */
async function endedPayloads(sender: TestSender): Promise<PayloadOf<'conversation.ended'>[]> {
  await parley.advanceClock(31 * minuteMs)
  return web.requests
    .filter(({ path }) => path === `/ended/${sender.id}`)
    .map((request) => payloadOf('conversation.ended', request))
}

const senderOf = ({ senderId, number }: TestSender) => ({ id: senderId, phone_number: number, display_name: 'Bakery' })

describe('the conversation-ended webhook', () => {
  it('contains the sender and the files of both sides, which can be downloaded', async () => {
    const sender = await createReportingSender()
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(sender, phone, 'The lid is broken', { media: pngMedia })
    await sender.sendFreeform(phone, 'This one?', { media_url: `${web.url}/ours.png`, filename: 'lid.png' })
    await parley.runUntilIdle()

    const [payload, ...more] = await endedPayloads(sender)
    assert.equal(more.length, 0)
    const { type, transcript, attachments } = payload!
    assert.equal(type, 'chatapp')
    assert.deepEqual(payload!.sender, senderOf(sender))
    assert.deepEqual(
      transcript.map(({ role, content }) => [role, content]),
      [
        ['user', '[image] The lid is broken'],
        ['assistant', 'We will see to it.'],
        ['assistant', '[image] This one?'],
      ],
    )
    assert.deepEqual(
      attachments.map(({ content_type, filename, role, message_index, timestamp, url: _, ...rest }) => [
        [content_type, filename, role, message_index, timestamp],
        rest,
      ]),
      [
        [['image/png', null, 'user', 0, transcript[0]!.timestamp], {}],
        [['image/png', 'lid.png', 'assistant', 2, transcript[2]!.timestamp], {}],
      ],
    )
    for (const [index, bytes] of [png, ourPng].entries()) {
      const served = await parley.fetch(new Request(attachments[index]!.url))
      assert.deepEqual([served.status, served.headers.get('content-type')], [200, 'image/png'])
      assert.deepEqual(Buffer.from(await served.arrayBuffer()), bytes)
    }
  })

  it('follows an answer to the picture, which models that see pictures get', async () => {
    const sender = await createReportingSender()
    await parley.askAssistant(sender, parley.createPhoneNumber(), 'The lid is broken', { media: pngMedia })
    const prompt = promptOf(parley.model.requests.at(-1)).join('\n')
    assert.match(prompt, /\[File from the customer\].*You cannot see pictures/)
    assert.match(prompt, /The lid is broken/)
  })

  it('does not contain files that did not reach the customer', async () => {
    const sender = await createReportingSender()
    const phone = await sender.openWindow()
    parley.carrier.control.script({ faults: [{ fault: 'fail', code: 63024 }] })
    await sender.sendFreeform(phone, 'This one?', { media_url: `${web.url}/ours.png` })
    await parley.runUntilIdle()
    const [payload] = await endedPayloads(sender)
    assert.deepEqual(
      payload!.transcript.map(({ content }) => content),
      [helpMessage.body],
    )
    assert.deepEqual(payload!.attachments, [])
    assert.deepEqual(payload!.sender, senderOf(sender))
  })

  it('contains the earlier files again when the conversation ends again', async () => {
    const sender = await createReportingSender()
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(sender, phone, '', { media: pngMedia })
    const [first] = await endedPayloads(sender)
    await parley.askAssistant(sender, phone, 'Thanks')
    const [, second] = await endedPayloads(sender)
    assert.equal(second!.attachments.length, 1)
    assert.deepEqual(second!.attachments, first!.attachments)
  })
})
