// The owner's side: the list with its filters, takeover by a person and back, replies for a channel of one's own.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { refusedWith } from '#server/testing/expect-refusal.ts'
import { startTestApp, type TestApp, type TestAssistant, testBaseUrl } from '#server/testing/test-app.ts'

const hourMs = 3_600_000

describe('the inbox of conversations', () => {
  let parley: TestApp
  let ada: TestAssistant
  before(async () => {
    parley = await startTestApp({ script: 'Hello.' })
    ada = await parley.createAssistant({ initial_message: null })
  })
  after(() => parley[Symbol.asyncDispose]())
  beforeEach(() => parley.model.use('Hello.'))

  const start = async (assistant = ada, type: 'widget' | 'test' = 'widget'): Promise<string> =>
    (await assistant.client.conversations.create({ assistant_id: assistant.uuid, type })).conversation_id

  it('lists what the spec says of a conversation, in the time zone of the account', async () => {
    const holder = await parley.createAccount({ timeZone: 'Asia/Tokyo' })
    const eve = await parley.createAssistant({ name: 'Eve', initial_message: null }, holder)
    const uuid = await start(eve)
    await holder.client.conversations.sendMessage({ uuid, message: 'Hi' })
    const { data, total } = await holder.client.conversations.list()
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
      created_at: item!.created_at,
      updated_at: item!.updated_at,
      sender: null,
      customer: { name: null, phone: null },
      variables: {},
      external_identifier: null,
    })
    assert.match(item!.created_at, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    const aheadMs = Date.parse(`${item!.created_at.replace(' ', 'T')}Z`) - parley.app.context.now().getTime()
    assert.equal(Math.round(aheadMs / hourMs), 9)
  })

  it('filters by type, assistant and days, and turns pages that keep the filter', async () => {
    const holder = await parley.createAccount({ timeZone: 'America/New_York' })
    const one = await parley.createAssistant({ initial_message: null }, holder)
    const two = await parley.createAssistant({ initial_message: null }, holder)
    const uuids = [await start(one), await start(two, 'test'), await start(one)]
    const list = holder.client.conversations.list
    const idsOf = async (query: Parameters<typeof list>[0]) => (await list(query)).data.map(({ id }) => id)
    assert.deepEqual(await idsOf({}), uuids.toReversed())
    assert.deepEqual(await idsOf({ type: 'test' }), [uuids[1]])
    assert.deepEqual(await idsOf({ assistant_id: one.id }), [uuids[2], uuids[0]])
    const page = await list({ type: 'widget', per_page: 1, page: 2 })
    assert.deepEqual(
      page.data.map(({ id }) => id),
      [uuids[0]],
    )
    assert.equal(page.prev_page_url, `${testBaseUrl}/api/user/conversations?type=widget&per_page=1&page=1`)
    assert.deepEqual({ last: page.last_page, total: page.total, from: page.from }, { last: 2, total: 2, from: 2 })
    const beyond = await list({ page: 9 })
    assert.deepEqual({ data: beyond.data, total: beyond.total, to: beyond.to }, { data: [], total: 3, to: null })

    const today = (await list()).data[0]!.created_at.slice(0, 10)
    const tomorrow = new Date(Date.parse(today) + 24 * hourMs).toISOString().slice(0, 10)
    assert.equal((await idsOf({ date_from: today, date_to: today })).length, 3)
    assert.equal((await idsOf({ date_from: tomorrow })).length, 0)
  })

  it('refuses filters that are none of the caller, or no filters', async () => {
    const invalid = (field: string, sentence: string) =>
      refusedWith(422, { message: sentence, errors: { [field]: [sentence] } })
    const other = await parley.createAccount()
    const { list } = other.client.conversations
    const foreign = invalid('assistant_id', 'The selected assistant id is invalid.')
    await assert.rejects(list({ assistant_id: ada.id }), foreign)
    await assert.rejects(list({ assistant_id: 999_999_999 }), foreign)
    assert.equal((await list({ type: 'whatsapp' })).total, 0)
    await assert.rejects(list({ type: 'fax' as 'test' }), invalid('type', 'The selected type is invalid.'))
    for (const day of ['2026-02-30', '0000-01-01'])
      await assert.rejects(list({ date_from: day }), invalid('date_from', 'The date from is not a valid date.'))
    await assert.rejects(list({ per_page: 101 }), invalid('per_page', 'The per page may not be greater than 100.'))
  })

  it('silences the assistant while a person has taken over, free of charge, and lets it answer again', async () => {
    const uuid = await start()
    await ada.client.conversations.sendMessage({ uuid, message: 'Hi' })
    assert.deepEqual(await ada.client.conversations.disableAi({ uuid }), { status: true, ai_enabled: false })
    const before = await ada.balance()
    const silent = { status: true, message: '', function_calls: [], ai_enabled: false }
    assert.deepEqual(await ada.client.conversations.sendMessage({ uuid, message: 'Anybody?' }), silent)
    assert.equal(await ada.balance(), before)
    const written = await ada.client.conversations.write({ uuid, message: 'I am Joe.' })
    assert.equal(written.ai_enabled, false)
    assert.equal(written.message.sent_by, 'human')
    assert.deepEqual(await ada.client.conversations.enableAi({ uuid }), { status: true, ai_enabled: true })
    assert.equal((await ada.client.conversations.sendMessage({ uuid, message: 'Bye' })).message, 'Hello.')
    const { data } = await ada.client.conversations.show({ uuid })
    assert.equal(data.history.find(({ id }) => id === written.message.id)?.content, 'I am Joe.')
    assert.deepEqual(
      data.history.map(({ sent_by, content }) => `${sent_by}: ${content}`),
      [
        'customer: Hi',
        'assistant: Hello.',
        'customer: Anybody?',
        'human: I am Joe.',
        'customer: Bye',
        'assistant: Hello.',
      ],
    )
    assert.equal(data.message_count, 6)
    const { history } = await parley.anonymous.conversations.get({ uuid })
    assert.deepEqual(history[3], { role: 'assistant', content: 'I am Joe.' })
  })

  it('takes over by writing, and keeps back an answer that was being written', async () => {
    const gate = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    parley.model.use(() => {
      asked.resolve()
      return { pieces: [{ gate: gate.promise }, 'I am a machine.'] }
    })
    const uuid = await start()
    const before = await ada.balance()
    const answer = ada.client.conversations.sendMessage({ uuid, message: 'Hi' })
    await asked.promise
    await ada.client.conversations.write({ uuid, message: 'Joe here.' })
    gate.resolve()
    assert.equal((await answer).ai_enabled, false)
    assert.equal(await ada.balance(), before)
    const { history } = await ada.client.conversations.get({ uuid })
    assert.deepEqual(
      history.map(({ content }) => content),
      ['Hi', 'Joe here.'],
    )
  })

  it('answers 401 in its own words on both switches', async () => {
    const unauthorised = refusedWith(401, { error: 'Unauthorized' })
    const uuid = await start()
    await assert.rejects(parley.anonymous.conversations.enableAi({ uuid }), unauthorised)
    await assert.rejects(parley.anonymous.conversations.disableAi({ uuid }), unauthorised)
  })

  it('replies for a channel of the account: one conversation for each assistant and customer', async () => {
    const holder = await parley.createAccount()
    const bob = await parley.createAssistant(
      { initial_message: 'Hi.', system_prompt: 'Shop {{shop}}', variables: { shop: '' } },
      holder,
    )
    const before = await bob.balance()
    const ask = (customer_identifier: string, variables?: Record<string, string>) =>
      holder.client.conversations.generateReply({ assistant_id: bob.id, customer_identifier, message: 'Hi', variables })
    const first = await ask('joe', { shop: '7' })
    assert.deepEqual(first, {
      success: true,
      conversation_id: first.conversation_id,
      customer_identifier: 'joe',
      reply: 'Hello.',
      function_calls: [],
      ai_disabled: false,
    })
    const [again, other] = [await ask('joe', { shop: '8' }), await ask('sue')]
    assert.equal(again.conversation_id, first.conversation_id)
    assert.notEqual(other.conversation_id, first.conversation_id)
    assert.equal(before - (await bob.balance()), 30)
    const { data } = await holder.client.conversations.show({ uuid: first.conversation_id })
    assert.deepEqual(data.variables, { shop: '8' })
    assert.equal(data.type, 'api')

    await holder.client.conversations.disableAi({ uuid: first.conversation_id })
    const silent = await ask('joe')
    assert.deepEqual({ reply: silent.reply, ai_disabled: silent.ai_disabled }, { reply: null, ai_disabled: true })
    await assert.rejects(
      holder.client.conversations.generateReply({ assistant_id: ada.id, customer_identifier: 'joe', message: 'Hi' }),
      refusedWith(404, { success: false, error: 'Assistant not found', error_code: 'ASSISTANT_NOT_FOUND' }),
    )
    await assert.rejects(ask('sue'), (error: { status: number; code: string }) => error.status === 429)
    // Its id is no key to the public door.
    const absent = refusedWith(404, { status: false, error: 'Conversation not found' })
    await assert.rejects(parley.anonymous.conversations.get({ uuid: first.conversation_id }), absent)
  })

  it('opens one conversation for a customer whose first messages come at once', async () => {
    const holder = await parley.createAccount()
    const bob = await parley.createAssistant({}, holder)
    const replies = await Promise.all(
      ['a', 'b', 'c'].map((message) =>
        holder.client.conversations.generateReply({ assistant_id: bob.id, customer_identifier: 'joe', message }),
      ),
    )
    assert.equal(new Set(replies.map(({ conversation_id }) => conversation_id)).size, 1)
  })

  it('asks a poor account for money in the shape of its family', async () => {
    const holder = await parley.createAccount({ balanceUsd: 0 })
    const bob = await parley.createAssistant({}, holder)
    await assert.rejects(
      holder.client.conversations.generateReply({ assistant_id: bob.id, customer_identifier: 'joe', message: 'Hi' }),
      refusedWith(402, {
        success: false,
        error: 'Insufficient balance. Please top up your account.',
        error_code: 'INSUFFICIENT_BALANCE',
      }),
    )
  })
})
