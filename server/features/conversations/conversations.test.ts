// Text conversations through the front door, answered by a scripted model server.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { contract } from '#sdk/index.ts'
import { refusedWith } from '#server/testing/expect-refusal.ts'
import { promptOf } from '#server/testing/scripted-model.ts'
import { startTestApp, type TestApp, type TestAssistant, testBaseUrl } from '#server/testing/test-app.ts'

describe('conversations', () => {
  let parley: TestApp
  let ada: TestAssistant
  before(async () => {
    parley = await startTestApp({ script: 'Hello.' })
    ada = await parley.createAssistant({
      initial_message: 'Hello {{customer_name}}!',
      system_prompt: 'You help {{customer_name}} of {{company}}.',
      variables: { customer_name: 'friend', company: 'Acme' },
      visitor_variables: ['customer_name'],
    })
  })
  after(() => parley[Symbol.asyncDispose]())
  beforeEach(() => parley.model.use('Hello.'))

  const start = async (input: { variables?: Record<string, string>; type?: 'widget' | 'test' } = {}) =>
    (await ada.client.conversations.create({ assistant_id: ada.uuid, ...input })).conversation_id

  it('greets with the values that were given, and with the declared ones otherwise', async () => {
    const started = await parley.anonymous.conversations.create({
      assistant_id: ada.uuid,
      variables: { customer_name: 'Ann {{company}}' },
    })
    assert.deepEqual(started, {
      status: true,
      conversation_id: started.conversation_id,
      history: [{ role: 'assistant', content: 'Hello Ann {{company}}!' }],
    })
    assert.deepEqual(await parley.anonymous.conversations.get({ uuid: started.conversation_id }), {
      status: true,
      history: started.history,
      variables: { customer_name: 'Ann {{company}}' },
      next_cursor: null,
    })
  })

  it('takes a value of null for none', async () => {
    const variables = { customer_name: null } as unknown as Record<string, string>
    const { history } = await ada.client.conversations.create({ assistant_id: ada.uuid, variables })
    assert.equal(history[0]?.content, 'Hello friend!')
  })

  it('starts with an empty history when there is no initial message', async () => {
    const quiet = await parley.createAssistant({ initial_message: null })
    const { history } = await quiet.client.conversations.create({ assistant_id: quiet.uuid })
    assert.deepEqual(history, [])
  })

  it('answers a message, remembers the talk and charges a cent', async () => {
    const before = await ada.balance()
    parley.model.use((_request, index) => `Answer ${index}.`)
    const uuid = await start({ variables: { customer_name: 'Ann' } })
    assert.deepEqual(await ada.client.conversations.sendMessage({ uuid, message: 'One' }), {
      status: true,
      message: 'Answer 0.',
      function_calls: [],
      ai_enabled: true,
    })
    await ada.client.conversations.sendMessage({ uuid, message: 'Two' })
    assert.deepEqual(promptOf(parley.model.requests.at(-1)), [
      'system: You help Ann of Acme.',
      'user: (The conversation begins.)',
      'assistant: Hello Ann!',
      'user: One',
      'assistant: Answer 0.',
      'user: Two',
    ])
    const { history } = await ada.client.conversations.get({ uuid })
    assert.deepEqual(
      history.map(({ role, content }) => `${role}: ${content}`),
      ['assistant: Hello Ann!', 'user: One', 'assistant: Answer 0.', 'user: Two', 'assistant: Answer 1.'],
    )
    assert.equal(before - (await ada.balance()), 20)
  })

  it('charges nothing in a test conversation', async () => {
    const before = await ada.balance()
    const uuid = await start({ type: 'test' })
    await ada.client.conversations.sendMessage({ uuid, message: 'Hi' })
    assert.equal(await ada.balance(), before)
    const { data } = await ada.client.conversations.show({ uuid })
    assert.equal(data.total_cost, 0)
    assert.equal(data.message_count, 3)
  })

  it('knows no assistant by another id, and wants one', async () => {
    const absent = { status: false, error: 'Assistant not found' }
    const other = await parley.createAccount()
    for (const given of ['nonsense', '0', -1, true, [ada.uuid], {}, '00000000-0000-4000-8000-000000000000']) {
      const assistant_id = given as string
      await assert.rejects(ada.client.conversations.create({ assistant_id }), refusedWith(404, absent))
    }
    for (const { conversations } of [parley.anonymous, other.client]) {
      for (const assistant_id of [ada.id, String(ada.id)])
        await assert.rejects(conversations.create({ assistant_id }), refusedWith(404, absent))
    }
    await assert.rejects(
      ada.client.conversations.create({} as { assistant_id: string }),
      refusedWith(422, {
        message: 'The assistant id field is required.',
        errors: { assistant_id: ['The assistant id field is required.'] },
      }),
    )
  })

  it('answers a body that is not JSON in its own shape', async () => {
    const post = async (path: string, headers: Record<string, string> = {}) => {
      const request = {
        method: 'POST',
        body: '{"assistant_id":',
        headers: { 'content-type': 'application/json', ...headers },
      }
      const answer = await parley.fetch(new Request(`${testBaseUrl}${path}`, request))
      return [answer.status, await answer.json()]
    }
    const error = 'The request body is not valid JSON.'
    assert.deepEqual(await post('/api/conversations'), [400, { status: false, error }])
    const authorization = `Bearer ${ada.token}`
    const coded = { success: false, error, error_code: 'UNREADABLE_BODY', message: error }
    assert.deepEqual(await post('/api/user/chatapp/send', { authorization }), [400, coded])
    assert.deepEqual(await post('/api/user/assistant', { authorization }), [400, { message: error }])
  })

  it('answers for a conversation that does not exist as for one of another account', async () => {
    const uuid = await start()
    const other = await parley.createAccount()
    const absent = refusedWith(404, { status: false, error: 'Conversation not found' })
    for (const id of [uuid, 'nonsense', '00000000-0000-4000-8000-000000000000']) {
      await assert.rejects(other.client.conversations.show({ uuid: id }), absent)
      await assert.rejects(other.client.conversations.enableAi({ uuid: id }), absent)
      await assert.rejects(other.client.conversations.disableAi({ uuid: id }), absent)
      await assert.rejects(other.client.conversations.write({ uuid: id, message: 'Hi' }), absent)
    }
    await assert.rejects(parley.anonymous.conversations.get({ uuid: 'nonsense' }), absent)
  })

  it('streams the answer piece by piece while it is written', async () => {
    const gate = Promise.withResolvers<void>()
    parley.model.use({ pieces: ['The first ', { gate: gate.promise }, 'and the last.'] })
    const uuid = await start()
    const pieces: string[] = []
    for await (const piece of ada.client.stream(contract.conversations.sendMessage, { uuid, message: 'Go on' })) {
      if ('delta' in piece) pieces.push(piece.delta)
      // Only when the first piece has arrived does the model write the second.
      if (pieces.length === 1) gate.resolve()
      if ('done' in piece) assert.equal(piece.done.message, 'The first and the last.')
    }
    assert.deepEqual(pieces, ['The first ', 'and the last.'])
  })

  it('refuses an account that has nothing left', async () => {
    const poor = await parley.createAssistant({}, await parley.createAccount({ balanceUsd: 0.01 }))
    const sentence = { status: false, error: 'Insufficient balance. Please top up your account.' }
    const { conversation_id: uuid } = await poor.client.conversations.create({ assistant_id: poor.uuid })
    await poor.client.conversations.sendMessage({ uuid, message: 'One' })
    await assert.rejects(poor.client.conversations.sendMessage({ uuid, message: 'Two' }), refusedWith(400, sentence))
    await assert.rejects(poor.client.conversations.create({ assistant_id: poor.uuid }), refusedWith(400, sentence))
    assert.equal(
      (await poor.client.conversations.get({ uuid })).history.filter(({ role }) => role === 'user').length,
      1,
    )
    const { conversation_id: test } = await poor.client.conversations.create({ assistant_id: poor.uuid, type: 'test' })
    assert.equal((await poor.client.conversations.sendMessage({ uuid: test, message: 'Hi' })).message, 'Hello.')
  })

  it('knows no assistant any more that has been deleted, but keeps what was said', async () => {
    const gone = await parley.createAssistant({ name: 'Gone', initial_message: 'Hi.' })
    const { conversation_id: uuid } = await gone.client.conversations.create({ assistant_id: gone.uuid })
    await gone.client.assistants.delete({ id: gone.id })
    const absent = refusedWith(404, { status: false, error: 'Assistant not found' })
    await assert.rejects(gone.client.conversations.sendMessage({ uuid, message: 'Hi' }), absent)
    const { data } = await gone.client.conversations.list()
    assert.equal(data[0]?.assistant_name, 'Gone')
    assert.equal(data[0]?.assistant_id, gone.uuid)
  })

  it('gives the first answer again under the same idempotency key, a streamed one too', async () => {
    const uuid = await start()
    const before = await ada.balance()
    const options = { idempotencyKey: 'once' }
    const pieces = []
    const stream = ada.client.stream(contract.conversations.sendMessage, { uuid, message: 'Hi' }, options)
    for await (const piece of stream) pieces.push(piece)
    const again = await ada.client.conversations.sendMessage({ uuid, message: 'Hi' }, options)
    assert.deepEqual({ done: again }, pieces.at(-1))
    assert.equal(before - (await ada.balance()), 10)
  })
})
