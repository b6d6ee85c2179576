// Tests of what customers get of the Markdown of a language model, and of what stays as it is.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { selectBalance } from '#server/features/billing/index.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { full, newestConversation } from '#testing/features/messages.ts'

const answers: Record<string, string> = {
  menu: '# Menu\n\n**Rye** from [our oven](https://oven.example/rye)',
  long: `**${'word '.repeat(310)}end**\n\n${'more '.repeat(100)}`.trim(),
  sms: `**${'a'.repeat(150)}** **b** *c*`,
}
const parley = await startTestApp({
  carrier: {},
  script: ({ body }) => answers[(body['messages'] as { content: string }[]).at(-1)!.content] ?? 'None',
})
after(() => parley[Symbol.asyncDispose]())

describe('what a language model writes', () => {
  it('is sent in the formatting of the chat app, and kept as it was written', async () => {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(sender, phone, 'menu')
    assert.deepEqual(parley.textsReceivedBy(phone), ['*Menu*\n\n*Rye* from our oven (https://oven.example/rye)'])
    assert.equal((await newestConversation(sender)).history.at(-1)?.content, answers['menu'])
  })

  it('is divided into parts by the text that is sent', async () => {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(sender, phone, 'long')
    await parley.runUntilIdle()
    assert.deepEqual(
      parley.textsReceivedBy(phone).map((text) => [text.slice(0, 6), text.length]),
      [
        ['*word ', 1555],
        ['more m', 499],
      ],
    )
  })

  it('is charged as an SMS by the text that is sent', async () => {
    const owner = await parley.createCallingAssistant({ assistant: { type: 'inbound' } })
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(owner, phone, 'sms', { channel: 'sms' })
    const text = `${'a'.repeat(150)} b c`
    assert.deepEqual(parley.textsReceivedBy(phone), [text])
    const { balanceMicros } = await selectBalance(parley.app.context.db, owner.account.id)
    assert.ok(answers['sms']!.length > 160 && text.length < 160)
    assert.equal(full.balance - balanceMicros, parley.config.settings.prices.smsSegmentMicros)
  })
})

describe('what people and programs write', () => {
  it('is sent as it is: of agents, API clients and rules of the account', async () => {
    const handover = { keywords: ['person'], message: '*Ann* will **write** to you.' }
    const sender = await parley.createSender()
    await sender.client.assistants.update({ id: sender.id, handover })
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(sender, phone, 'A person, please')
    await sender.sendFreeform(phone, '# **2** * 3')
    const { id: uuid } = await newestConversation(sender)
    await sender.client.conversations.write({ uuid, message: '**I** am _Ann_' })
    await parley.runUntilIdle()
    assert.deepEqual(parley.textsReceivedBy(phone), [handover.message, '# **2** * 3', '**I** am _Ann_'])
  })
})
