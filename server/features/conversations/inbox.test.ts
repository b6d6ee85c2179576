// Tests of the list of conversations, takeovers by agents, and generated replies.
import assert from 'node:assert/strict'
import { after, beforeEach, describe, it } from 'node:test'
import { startTestApp, testBaseUrl } from '#testing/app/test-app.ts'
import { heldAnswer } from '#testing/language-models/script.ts'
import { refusedWith } from '#testing/requests/expect-refusal.ts'

const hourMs = 3_600_000

const parley = await startTestApp({ script: 'Hello.' })
const ada = await parley.createAssistant({ initial_message: null })
after(() => parley[Symbol.asyncDispose]())

describe('the inbox of conversations', () => {
  beforeEach(() => parley.model.use('Hello.'))

  const start = async (assistant = ada, type: 'widget' | 'test' = 'widget'): Promise<string> =>
    (await assistant.client.conversations.create({ assistant_id: assistant.uuid, type })).conversation_id

  it('lists the fields of a conversation, with times in the time zone of the account', async () => {
    const account = await parley.createAccount({ timeZone: 'Asia/Tokyo' })
    const eve = await parley.createAssistant({ name: 'Eve', initial_message: null }, account)
    const uuid = await start(eve)
    await eve.client.conversations.sendMessage({ uuid, message: 'Hi' })
    const { data, total } = await eve.client.conversations.list()
    assert.equal(total, 1)
    const [item] = data
    assert.deepEqual(item, {
      id: uuid,
      assistant_id: eve.uuid,
      assistant_name: 'Eve',
      type: 'widget',
      customer_phone: null,
      message_count: 2,
      total_cost: 0.01,
      ai_enabled: true,
      owner: { kind: 'assistant' },
      labels: [],
      snoozed_until: null,
      unread: null,
      created_at: item!.created_at,
      updated_at: item!.updated_at,
      last_activity_at: item!.last_activity_at,
      last_message: { content: 'Hello.', created_at: item!.last_activity_at, sent_by: 'assistant' },
      sender: null,
      customer: { name: null, phone: null },
      variables: {},
      external_identifier: null,
    })
    assert.match(item!.created_at, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    const aheadMs = Date.parse(`${item!.created_at.replace(' ', 'T')}Z`) - parley.app.context.now().getTime()
    assert.equal(Math.round(aheadMs / hourMs), 9)
  })

  it('filters by type, assistant and days, and keeps the filter on the next pages', async () => {
    const account = await parley.createAccount({ timeZone: 'America/New_York' })
    const one = await parley.createAssistant({ initial_message: null }, account)
    const two = await parley.createAssistant({ initial_message: null }, account)
    const uuids = [await start(one), await start(two, 'test'), await start(one)]
    const list = account.client.conversations.list
    const idsOf = async (query: Parameters<typeof list>[0]) => (await list(query)).data.map(({ id }) => id)
    assert.deepEqual(await idsOf({}), uuids.toReversed())
    assert.deepEqual(await idsOf({ type: 'test' }), [uuids[1]])
    assert.deepEqual(await idsOf({ assistant_id: one.id }), [uuids[2], uuids[0]])
    const page = await list({ type: 'widget', per_page: 1, page: 2 })
    assert.deepEqual(
      [page.data[0]?.id, page.data.length, page.last_page, page.total, page.from],
      [uuids[0], 1, 2, 2, 2],
    )
    assert.equal(page.prev_page_url, `${testBaseUrl}/api/user/conversations?type=widget&per_page=1&page=1`)
    const beyond = await list({ page: 9 })
    assert.deepEqual({ data: beyond.data, total: beyond.total, to: beyond.to }, { data: [], total: 3, to: null })

    const today = (await list()).data[0]!.created_at.slice(0, 10)
    const tomorrow = new Date(Date.parse(today) + 24 * hourMs).toISOString().slice(0, 10)
    assert.equal((await idsOf({ date_from: today, date_to: today })).length, 3)
    assert.equal((await idsOf({ date_from: tomorrow })).length, 0)
  })

  it('refuses invalid filters, and assistants of another account', async () => {
    const invalid = (field: string, message: string) => refusedWith(422, { message, errors: { [field]: [message] } })
    const { list } = (await parley.createAccount()).client.conversations
    const foreign = invalid('assistant_id', 'The selected assistant id is invalid.')
    await assert.rejects(list({ assistant_id: ada.id }), foreign)
    await assert.rejects(list({ assistant_id: 999_999_999 }), foreign)
    assert.equal((await list({ type: 'whatsapp' })).total, 0)
    await assert.rejects(list({ type: 'fax' as 'test' }), invalid('type', 'The selected type is invalid.'))
    for (const day of ['2026-02-30', '0000-01-01'])
      await assert.rejects(list({ date_from: day }), invalid('date_from', 'The date from is not a valid date.'))
    await assert.rejects(list({ per_page: 101 }), invalid('per_page', 'The per page may not be greater than 100.'))
  })

  it('stops the answers of the assistant while an agent has taken over, free of charge, until it is enabled', async () => {
    const uuid = await start()
    const send = (message: string) => ada.client.conversations.sendMessage({ uuid, message })
    await send('Hi')
    assert.deepEqual(await ada.client.conversations.disableAi({ uuid }), { status: true, ai_enabled: false })
    const before = await ada.balance()
    const unanswered = { status: true, message: '', function_calls: [], ai_enabled: false }
    assert.deepEqual(await send('Hello?'), unanswered)
    assert.equal(await ada.balance(), before)
    const written = await ada.client.conversations.write({ uuid, message: 'I am Joe.' })
    assert.deepEqual([written.ai_enabled, written.message.sent_by], [false, 'human'])
    assert.deepEqual(await ada.client.conversations.enableAi({ uuid }), { status: true, ai_enabled: true })
    assert.equal((await send('Bye')).message, 'Hello.')
    const { data } = await ada.client.conversations.show({ uuid })
    assert.equal(data.history.find(({ id }) => id === written.message.id)?.content, 'I am Joe.')
    const texts = data.history.map(({ sent_by, content }) => `${sent_by}: ${content}`)
    const asked = ['customer: Hi', 'assistant: Hello.', 'customer: Hello?', 'human: I am Joe.']
    assert.deepEqual(texts, [...asked, 'customer: Bye', 'assistant: Hello.'])
    assert.equal(data.message_count, 6)
    const { history } = await parley.anonymous.conversations.get({ uuid })
    assert.deepEqual(history[3], { role: 'assistant', content: 'I am Joe.', sent_by: 'human' })
  })

  it('withholds an answer that was being generated when an agent writes', async () => {
    const held = heldAnswer(['I am a machine.'], 'Hello.')
    parley.model.use(held.script)
    const uuid = await start()
    const before = await ada.balance()
    const answer = ada.client.conversations.sendMessage({ uuid, message: 'Hi' })
    await held.asked
    await ada.client.conversations.write({ uuid, message: 'Joe here.' })
    held.release()
    assert.equal((await answer).ai_enabled, false)
    assert.equal(await ada.balance(), before)
    const { history } = await ada.client.conversations.get({ uuid })
    assert.deepEqual(
      history.map(({ content }) => content),
      ['Hi', 'Joe here.'],
    )
  })

  it('generates replies in one conversation for each assistant and customer', async () => {
    const fields = { initial_message: 'Hi.', system_prompt: 'Shop {{shop}}', variables: { shop: '' } }
    const bob = await parley.createAssistant(fields)
    const { conversations } = bob.client
    const before = await bob.balance()
    const ask = (customer_identifier: string, variables?: Record<string, string>, assistant_id = bob.id) =>
      conversations.generateReply({ assistant_id, customer_identifier, message: 'Hi', variables })
    const first = await ask('joe', { shop: '7' })
    const { conversation_id: uuid } = first
    const [again, other] = [await ask('joe', { shop: '8' }), await ask('sue')]
    assert.equal(again.conversation_id, uuid)
    assert.notEqual(other.conversation_id, uuid)
    assert.equal(before - (await bob.balance()), 30)
    const { data } = await conversations.show({ uuid })
    assert.deepEqual([data.variables, data.type], [{ shop: '8' }, 'api'])

    await conversations.disableAi({ uuid })
    const { reply, ai_disabled } = await ask('joe')
    assert.deepEqual({ reply, ai_disabled }, { reply: null, ai_disabled: true })
    const notFound = { success: false, error: 'Assistant not found', error_code: 'ASSISTANT_NOT_FOUND' }
    await assert.rejects(ask('joe', {}, ada.id), refusedWith(404, notFound))
    await assert.rejects(ask('sue'), { status: 429 })
    // Public endpoints do not find the conversation.
    const absent = refusedWith(404, { status: false, error: 'Conversation not found' })
    await assert.rejects(parley.anonymous.conversations.get({ uuid }), absent)
  })

  it('opens one conversation for a customer whose first messages arrive at once', async () => {
    const { client, id } = await parley.createAssistant()
    const ask = (message: string) =>
      client.conversations.generateReply({ assistant_id: id, customer_identifier: 'joe', message })
    const replies = await Promise.all(['a', 'b', 'c'].map(ask))
    assert.equal(new Set(replies.map(({ conversation_id }) => conversation_id)).size, 1)
  })

  it('generates no reply for an account without a balance', async () => {
    const { client, id } = await parley.createAssistant({}, await parley.createAccount({ balanceUsd: 0 }))
    const error = 'Insufficient balance. Please top up your account.'
    await assert.rejects(
      client.conversations.generateReply({ assistant_id: id, customer_identifier: 'joe', message: 'Hi' }),
      refusedWith(402, { success: false, error, error_code: 'INSUFFICIENT_BALANCE' }),
    )
  })
})
