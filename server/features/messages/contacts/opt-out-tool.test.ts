// Tests of the assistant's tool for an opt-out in conversations by chat app and SMS.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { newestConversation } from '#testing/features/messages.ts'
import type { ScriptedAnswer } from '#testing/language-models/script.ts'

const call = { tool: 'record_opt_out', arguments: {} }
const answers: Record<string, ScriptedAnswer> = {
  'My phone is not for that, it would be nice if nothing more came': {
    pieces: ['**Understood.** Write START to hear from us again.', call],
    finish: 'tool-calls',
  },
  'Könnten Sie mich in Zukunft damit verschonen, egal worum es geht?': { pieces: [call], finish: 'tool-calls' },
}
const parley = await startTestApp({
  carrier: {},
  script: ({ body }) => answers[(body['messages'] as { content: string }[]).at(-1)!.content] ?? 'Hello.',
})
after(() => parley[Symbol.asyncDispose]())

const [withText, withoutText] = Object.keys(answers) as [string, string]

describe('the tool for an opt-out', () => {
  it('ends the messages with the confirmation of the assistant, which is the last one', async () => {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(sender, phone, withText)
    await parley.askAssistant(sender, phone, 'Hello?')
    assert.deepEqual(parley.textsReceivedBy(phone), ['*Understood.* Write START to hear from us again.'])
    assert.ok((await sender.sessionStatus(phone)).opted_out_at)
    const { data } = await sender.client.doNotContact.list({ phone_number: phone })
    assert.deepEqual(
      data.map(({ scope, source }) => [scope, source]),
      [['campaigns', 'message']],
    )
    await assert.rejects(sender.sendFreeform(phone, 'One more'), { code: 'PROVIDER_ERROR_21610' })
    await parley.askAssistant(sender, phone, 'START')
    await parley.askAssistant(sender, phone, 'Hello?')
    assert.equal(parley.textsReceivedBy(phone).at(-1), 'Hello.')
    assert.deepEqual((await sender.client.doNotContact.list({ phone_number: phone })).data, [])
  })

  it('confirms in the language of the conversation if the model writes nothing', async () => {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(sender, phone, withoutText)
    assert.deepEqual(parley.textsReceivedBy(phone), [
      'Sie erhalten keine Nachrichten mehr von uns. Schreiben Sie START, um sie wieder zu erhalten.',
    ])
    assert.equal((await newestConversation(sender)).history.at(-1)?.function_calls?.[0]?.name, 'record_opt_out')
  })

  it('works by SMS, and is not offered where the account sends nothing by itself', async () => {
    const owner = await parley.createCallingAssistant({ assistant: { type: 'inbound' } })
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(owner, phone, withText, { channel: 'sms' })
    assert.deepEqual(parley.textsReceivedBy(phone), ['Understood. Write START to hear from us again.'])
    await parley.askAssistant(owner, phone, 'Hello?', { channel: 'sms' })
    assert.equal(parley.textsReceivedBy(phone).length, 1)
    const assistant = await parley.createAssistant()
    const { conversation_id: uuid } = await assistant.client.conversations.create({
      assistant_id: assistant.uuid,
      type: 'test',
    })
    await assistant.client.conversations.sendMessage({ uuid, message: 'Hello' })
    assert.equal(parley.model.requests.at(-1)!.body['tools'], undefined)
  })
})
