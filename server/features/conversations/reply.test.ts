// Tests of the answers that conversations generate for other features, which send them.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { findAssistant } from '#server/features/assistants/index.ts'
import { asAccount } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { promptOf } from '#testing/app/scripted-model.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { findOrOpenConversation, recordForCustomer, reply } from './index.ts'

const parley = await startTestApp({ script: 'Hello.' })
const ada = await parley.createAssistant({
  system_prompt: 'Talk to {{customer_name}}.',
  initial_message: 'Never said.',
})
const ctx = asAccount(parley.app.context, ada.account)
after(() => parley[Symbol.asyncDispose]())

describe('a reply for another channel', () => {
  async function open(phone: string) {
    const customer = { type: 'chatapp' as const, key: `1:${phone}`, phone, name: 'Joe' }
    const assistant = (await findAssistant(ctx.db, ctx.account.id, ada.id))!
    const conversation = await findOrOpenConversation(ctx, { ...customer, assistant })
    const record = (author: 'customer' | 'assistant' | 'person', text: string) =>
      transaction(ctx, (tx) => recordForCustomer(tx, { customer, assistantId: ada.id, author, text, costMicros: 0 }))
    return { ...conversation, record }
  }

  it('answers messages that were recorded before, together, for one price', async () => {
    const { id, uuid, history, record } = await open('+14155550101')
    assert.deepEqual(history, [])
    await record('assistant', 'A template.')
    await record('customer', 'One')
    const { messageId } = await record('customer', 'Two')
    parley.model.use('Both.')
    const before = await ada.balance()
    const answer = (await reply(ctx, { conversationId: id, priceMicros: 10_000 }))!
    assert.equal(answer.text, 'Both.')
    assert.ok(answer.messageId > messageId)
    const [instructions, ...messages] = promptOf(parley.model.requests.at(-1))
    assert.ok(instructions!.startsWith('system: Talk to Joe.\n'))
    assert.deepEqual(messages, ['user: (The conversation begins.)', 'assistant: A template.', 'user: One\n\nTwo'])
    assert.equal(before - (await ada.balance()), 10)
    const { data } = await ada.client.conversations.show({ uuid })
    assert.deepEqual(
      { type: data.type, phone: data.customer_phone, messages: data.message_count, cost: data.total_cost },
      { type: 'chatapp', phone: '+14155550101', messages: 4, cost: 0.01 },
    )
  })

  it('is returned again under its key, and charged once', async () => {
    const { id, record } = await open('+14155550102')
    await record('customer', 'Hi')
    let asked = 0
    parley.model.use(() => `Answer ${++asked}`)
    const before = await ada.balance()
    const request = { conversationId: id, priceMicros: 10_000, effectKey: 'inbound-7' }
    const first = await reply(ctx, request)
    assert.deepEqual(await reply(ctx, request), first)
    // The existing answer has already answered all messages.
    assert.deepEqual(await reply(ctx, { ...request, effectKey: 'inbound-7b' }), first)
    assert.equal(asked, 1)
    await record('customer', 'And on Sundays?')
    const both = { ...request, effectKey: 'inbound-8' }
    const [one, two] = await Promise.all([reply(ctx, both), reply(ctx, both)])
    assert.deepEqual(one, two)
    assert.equal(before - (await ada.balance()), 20)
  })

  it('is undefined while an agent has taken over', async () => {
    const { id, record } = await open('+14155550103')
    await record('person', 'I am here.')
    await record('customer', 'Hi')
    const requests = parley.model.requests.length
    assert.equal(await reply(ctx, { conversationId: id, priceMicros: 10_000 }), undefined)
    assert.equal(parley.model.requests.length, requests)
  })

  it('keeps its conversation open until the customer is inactive', async () => {
    const { uuid, record } = await open('+14155550104')
    await record('customer', 'Hi')
    await parley.turnClock(31 * 60_000)
    await parley.runJobs()
    assert.equal((await ada.client.conversations.show({ uuid })).data.status, 'ended')
  })
})
