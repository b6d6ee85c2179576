// Tests of text conversations: greetings, answers, streams, prices and errors.
import assert from 'node:assert/strict'
import { after, beforeEach, describe, it } from 'node:test'
import { contract } from '#sdk/index.ts'
import { promptOf } from '#testing/app/scripted-model.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { rawRequests } from '#testing/http/raw-request.ts'
import { refusedWith } from '#testing/requests/expect-refusal.ts'

const parley = await startTestApp({ script: 'Hello.' })
const ada = await parley.createAssistant({
  initial_message: 'Hello {{customer_name}}!',
  system_prompt: 'You help {{customer_name}} of {{company}}.',
  variables: { customer_name: 'friend', company: 'Acme' },
  visitor_variables: ['customer_name'],
})
after(() => parley[Symbol.asyncDispose]())

describe('conversations', () => {
  beforeEach(() => parley.model.use('Hello.'))

  const start = async (input: { variables?: Record<string, string>; type?: 'widget' | 'test' } = {}) =>
    (await ada.client.conversations.create({ assistant_id: ada.uuid, ...input })).conversation_id

  it('greets with the given values, or else the declared ones', async () => {
    const started = await parley.anonymous.conversations.create({
      assistant_id: ada.uuid,
      variables: { customer_name: 'Ann {{company}}' },
    })
    assert.deepEqual(started, {
      status: true,
      conversation_id: started.conversation_id,
      history: [{ role: 'assistant', content: 'Hello Ann {{company}}!' }],
      voice_enabled: false,
      files_enabled: false,
    })
    assert.deepEqual(await parley.anonymous.conversations.get({ uuid: started.conversation_id }), {
      status: true,
      history: started.history,
      variables: { customer_name: 'Ann {{company}}' },
      ai_enabled: true,
      voice_enabled: false,
      files_enabled: false,
      next_cursor: null,
    })
    const variables = { customer_name: null } as unknown as Record<string, string>
    const { history } = await ada.client.conversations.create({ assistant_id: ada.uuid, variables })
    assert.equal(history[0]?.content, 'Hello friend!')
  })

  it('answers a message, remembers the earlier ones and charges one cent each', async () => {
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
    const [instructions, ...messages] = promptOf(parley.model.requests.at(-1))
    assert.ok(instructions!.startsWith('system: You help Ann of Acme.\n'))
    assert.deepEqual(messages, [
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
    assert.deepEqual([data.total_cost, data.message_count], [0, 3])
  })

  it('requires an assistant that exists and that the caller can use', async () => {
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
    const message = 'The assistant id field is required.'
    const missing = ada.client.conversations.create({} as { assistant_id: string })
    await assert.rejects(missing, refusedWith(422, { message, errors: { assistant_id: [message] } }))
  })

  it('rejects a body that is not JSON, with the error format of the endpoint', async () => {
    const post = async (path: string, token?: string) => {
      const headers = { 'content-type': 'application/json' }
      const { status, body } = await rawRequests(parley, token)('POST', path, '{"assistant_id":', headers)
      return [status, body]
    }
    const error = 'The request body is not valid JSON.'
    assert.deepEqual(await post('/api/conversations'), [400, { status: false, error }])
    const coded = { success: false, error, error_code: 'UNREADABLE_BODY', message: error }
    assert.deepEqual(await post('/api/user/chatapp/send', ada.token), [400, coded])
    assert.deepEqual(await post('/api/user/assistant', ada.token), [400, { message: error }])
  })

  it('does not reveal conversations of another account, and requires a token for a takeover', async () => {
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
    for (const change of ['enableAi', 'disableAi'] as const)
      await assert.rejects(
        parley.anonymous.conversations[change]({ uuid }),
        refusedWith(401, { error: 'Unauthorized' }),
      )
  })

  it('streams the answer while it is generated', async () => {
    const gate = Promise.withResolvers<void>()
    parley.model.use({ pieces: ['The first ', { gate: gate.promise }, 'and the last.'] })
    const uuid = await start()
    const pieces: string[] = []
    for await (const piece of ada.client.stream(contract.conversations.sendMessage, { uuid, message: 'Go on' })) {
      if ('delta' in piece) pieces.push(piece.delta)
      // The model writes the second piece after the first has arrived.
      if (pieces.length === 1) gate.resolve()
      if ('done' in piece) assert.equal(piece.done.message, 'The first and the last.')
    }
    assert.deepEqual(pieces, ['The first ', 'and the last.'])
  })

  it('refuses messages and new conversations without a balance, except for tests', async () => {
    const account = await parley.createAccount({ balanceUsd: 0.01 })
    const poor = await parley.createAssistant({ initial_message: null }, account)
    const { conversations } = poor.client
    const error = 'Insufficient balance. Please top up your account.'
    const refused = refusedWith(400, { status: false, error })
    const { conversation_id: uuid, history } = await conversations.create({ assistant_id: poor.uuid })
    assert.deepEqual(history, [])
    await conversations.sendMessage({ uuid, message: 'One' })
    await assert.rejects(conversations.sendMessage({ uuid, message: 'Two' }), refused)
    await assert.rejects(conversations.create({ assistant_id: poor.uuid }), refused)
    const { history: stored } = await conversations.get({ uuid })
    assert.equal(stored.filter(({ role }) => role === 'user').length, 1)
    const { conversation_id: test } = await conversations.create({ assistant_id: poor.uuid, type: 'test' })
    assert.equal((await conversations.sendMessage({ uuid: test, message: 'Hi' })).message, 'Hello.')
  })

  it('refuses messages after its assistant was deleted, but remains listed', async () => {
    const gone = await parley.createAssistant({ name: 'Gone', initial_message: 'Hi.' })
    const { conversation_id: uuid } = await gone.client.conversations.create({ assistant_id: gone.uuid })
    await gone.client.assistants.delete({ id: gone.id })
    const absent = refusedWith(404, { status: false, error: 'Assistant not found' })
    await assert.rejects(gone.client.conversations.sendMessage({ uuid, message: 'Hi' }), absent)
    const { data } = await gone.client.conversations.list()
    assert.deepEqual([data[0]?.assistant_name, data[0]?.assistant_id], ['Gone', gone.uuid])
  })

  it('returns the first answer again under the same idempotency key, even after a stream', async () => {
    const uuid = await start()
    const before = await ada.balance()
    const options = { idempotencyKey: 'once' }
    const stream = ada.client.stream(contract.conversations.sendMessage, { uuid, message: 'Hi' }, options)
    const pieces = await Array.fromAsync(stream)
    const again = await ada.client.conversations.sendMessage({ uuid, message: 'Hi' }, options)
    assert.deepEqual({ done: again }, pieces.at(-1))
    assert.equal(before - (await ada.balance()), 10)
  })
})
