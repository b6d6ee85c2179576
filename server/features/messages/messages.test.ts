// Tests of a whole chat between a business and a customer, through the API, the carrier and a phone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '#server/testing/test-app.ts'
import { charged, newestConversation, templateText } from './message-fixtures.ts'

test('a chat starts with a template, is opened and answered after the reply, and closes after a day', async () => {
  await using parley = await startTestApp({ carrier: {}, script: 'We close at six.' })
  const sender = await parley.createSender()
  const phone = parley.createPhoneNumber()
  const { message_sid, conversation_uuid, message_id, whatsapp_message_id, ...sent } = await sender.sendTemplate(
    phone,
    {
      recipient_name: 'Ann',
    },
  )
  const { conversation_id } = sent
  assert.deepEqual(sent, { success: true, conversation_id, status: 'queued' })
  assert.match(message_sid, /^SM/)
  assert.deepEqual(await sender.money(), charged)
  await parley.runUntilIdle()
  assert.deepEqual(parley.textsReceivedBy(phone), [templateText])

  await parley.askAssistant(sender, phone, 'When do you close?', { profileName: 'Ann' })
  assert.equal(parley.textsReceivedBy(phone).at(-1), 'We close at six.')
  assert.deepEqual(await sender.money(), { balance: 99_980_000, held: 0 })

  const freeform = await sender.sendFreeform(phone, 'See you!')
  assert.deepEqual([freeform.session_status.is_open, freeform.conversation_id], [true, conversation_id])
  await parley.runUntilIdle()
  assert.equal(parley.textsReceivedBy(phone).at(-1), 'See you!')

  assert.equal((await sender.client.conversations.list({ type: 'chatapp' })).total, 1)
  const { history, message_count, total_cost } = await newestConversation(sender)
  assert.deepEqual(
    history.map(({ content, sent_by, status }) => [sent_by, content, status]),
    [
      ['assistant', templateText, 'done'],
      ['customer', 'When do you close?', 'done'],
      ['assistant', 'We close at six.', 'done'],
      ['assistant', 'See you!', 'done'],
    ],
  )
  assert.deepEqual([message_count, total_cost], [4, 0.03])

  await parley.turnClock(24 * 60 * 60 * 1000)
  await assert.rejects(sender.sendFreeform(phone, 'Still there?'), { status: 403, code: 'SESSION_EXPIRED' })
})
