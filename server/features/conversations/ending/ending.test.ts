// Conversations that fall quiet: they end, are evaluated, and are told of once, or again when that is wanted.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Script } from '#server/models/scripted/script.ts'
import { payloadOf } from '#server/testing/payload.ts'
import { openReceiver, type Receiver } from '#server/testing/receiver.ts'
import { startTestApp, type TestApp, type TestAssistant } from '#server/testing/test-app.ts'
import { extractedFrom } from './evaluate.ts'

const minuteMs = 60_000

const schema = [
  { name: 'customer_city', type: 'string' as const, description: 'Where the customer lives' },
  { name: 'party_size', type: 'number' as const, description: 'How many people come' },
  { name: 'wants_table', type: 'bool' as const, description: 'Whether a table is wanted' },
]
const evaluated = { customer_city: 'Rome', party_size: '4', wants_table: 'yes', invented: 1 }
const answersAndEvaluates: Script = ({ body }) =>
  body['tool_choice'] ? { pieces: [{ tool: 'record', arguments: evaluated }] } : 'Gladly.'

describe('conversations that fall quiet', () => {
  let hook: Receiver
  let parley: TestApp
  let beforeGone = async () => {}
  before(async () => {
    hook = await openReceiver(async ({ path }) => {
      if (path !== '/gone') return {}
      await beforeGone()
      return { status: 410 }
    })
    parley = await startTestApp({ script: 'Hello.', config: { allowPrivate: [new URL(hook.url).host] } })
  })
  after(async () => {
    await parley[Symbol.asyncDispose]()
    await hook[Symbol.asyncDispose]()
  })
  beforeEach(() => {
    hook.requests.length = 0
    beforeGone = async () => {}
    parley.model.use(answersAndEvaluates)
  })

  const open = (fields: Parameters<TestApp['createAssistant']>[0] = {}) =>
    parley.createAssistant({
      initial_message: 'Hi {{name}}.',
      variables: { name: '' },
      post_call_evaluation: true,
      post_call_schema: schema,
      conversation_ended_webhook_url: `${hook.url}/ended`,
      is_conversation_ended_webhook_active: true,
      ...fields,
    })
  const start = async (ada: TestAssistant) =>
    (await ada.client.conversations.create({ assistant_id: ada.uuid, variables: { name: 'Joe' } })).conversation_id
  const send = (ada: TestAssistant, uuid: string, message = 'A table for four, please') =>
    ada.client.conversations.sendMessage({ uuid, message })
  async function pass(minutes: number): Promise<void> {
    await parley.turnClock(minutes * minuteMs)
    await parley.runJobs()
    await parley.runJobs()
  }
  const told = () => hook.requests.map((request) => payloadOf('conversation.ended', request))
  const statusOf = async (ada: TestAssistant, uuid: string) =>
    (await ada.client.conversations.show({ uuid })).data.status

  it('end after the time that the assistant waits, are evaluated and told of', async () => {
    const ada = await open()
    const uuid = await start(ada)
    await send(ada, uuid)
    await pass(29)
    assert.equal(await statusOf(ada, uuid), 'open')
    await pass(1.1)
    const { data } = await ada.client.conversations.show({ uuid })
    assert.equal(data.status, 'ended')
    const extracted = { customer_city: 'Rome', party_size: 4, wants_table: true }
    assert.deepEqual(data.extracted_variables, extracted)

    const [payload, ...more] = told()
    assert.equal(more.length, 0)
    const { id, transcript, created_at, ended_at, ...rest } = payload!
    assert.deepEqual(rest, {
      conversation_id: uuid,
      assistant_id: ada.uuid,
      type: 'widget',
      message_count: 3,
      status: 'ended',
      extracted_variables: extracted,
      input_variables: { name: 'Joe' },
      formatted_transcript: 'AI: Hi Joe.\nCustomer: A table for four, please\nAI: Gladly.',
      attachments: [],
      customer_phone: null,
      customer_name: null,
      sender: null,
    })
    assert.equal(typeof id, 'number')
    const [greeting, asked] = transcript as Record<string, unknown>[]
    assert.deepEqual([greeting!['role'], asked!['role']], ['assistant', 'user'])
    assert.equal(Math.floor(Date.parse(String(asked!['timestamp'])) / 1000), asked!['timestamp_unix'])
    for (const time of [created_at, ended_at]) assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  })

  it('wait anew after each message', async () => {
    const ada = await open({ conversation_inactivity_timeout: 10 })
    const uuid = await start(ada)
    await send(ada, uuid)
    await pass(9)
    await send(ada, uuid)
    await pass(9)
    assert.equal(await statusOf(ada, uuid), 'open')
    await pass(2)
    assert.equal(await statusOf(ada, uuid), 'ended')
  })

  it('are not told of when nobody said a word', async () => {
    const ada = await open()
    const uuid = await start(ada)
    await pass(60)
    assert.equal(await statusOf(ada, uuid), 'open')
    assert.deepEqual(told(), [])
  })

  for (const retrigger of [false, true])
    it(`begin again with a message, and are told of ${retrigger ? 'again when that is wanted' : 'no more'}`, async () => {
      const ada = await open({ conversation_ended_retrigger: retrigger })
      const uuid = await start(ada)
      await send(ada, uuid)
      await pass(31)
      await send(ada, uuid)
      assert.equal(await statusOf(ada, uuid), 'open')
      await pass(31)
      assert.equal(await statusOf(ada, uuid), 'ended')
      assert.equal(told().length, retrigger ? 2 : 1)
    })

  it('go on when a message comes while they are evaluated', async () => {
    const ada = await open()
    const uuid = await start(ada)
    await send(ada, uuid)
    const gate = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    parley.model.use(({ body }) => {
      if (!body['tool_choice']) return 'Gladly.'
      asked.resolve()
      return { pieces: [{ gate: gate.promise }, { tool: 'record', arguments: evaluated }] }
    })
    const passing = pass(31)
    await asked.promise
    await send(ada, uuid, 'One more thing')
    gate.resolve()
    await passing
    assert.equal(await statusOf(ada, uuid), 'open')
    assert.deepEqual(told(), [])
    parley.model.use(answersAndEvaluates)
    await pass(31)
    assert.equal(told().length, 1)
    assert.equal(told()[0]!['message_count'], 5)
  })

  it('are told of with empty values when the model cannot evaluate', async () => {
    const ada = await open()
    const uuid = await start(ada)
    await send(ada, uuid)
    parley.model.use({ status: 400 })
    await pass(31)
    assert.deepEqual(told()[0]!['extracted_variables'], { customer_city: null, party_size: null, wants_table: null })
  })

  it('end silently when the webhook is off or there is nothing to evaluate', async () => {
    const ada = await open({ is_conversation_ended_webhook_active: false, post_call_schema: [] })
    const uuid = await start(ada)
    await send(ada, uuid)
    await pass(31)
    const { data } = await ada.client.conversations.show({ uuid })
    assert.equal(data.status, 'ended')
    assert.equal(data.extracted_variables, null)
    assert.deepEqual(told(), [])
  })

  it('are told of no more by a webhook whose receiver answers 410', async () => {
    const ada = await open({ conversation_ended_webhook_url: `${hook.url}/gone`, conversation_ended_retrigger: true })
    const uuid = await start(ada)
    await send(ada, uuid)
    await pass(31)
    const { data } = await ada.client.assistants.get({ id: ada.id })
    assert.equal(data.is_conversation_ended_webhook_active, false)
    assert.equal(data.conversation_ended_webhook_url, `${hook.url}/gone`)
    await send(ada, uuid)
    await pass(31)
    assert.equal(hook.requests.length, 1)
  })

  it('are told of on, at an address that came while the former one answered 410', async () => {
    const ada = await open({ conversation_ended_webhook_url: `${hook.url}/gone`, conversation_ended_retrigger: true })
    const uuid = await start(ada)
    await send(ada, uuid)
    beforeGone = async () => {
      await ada.client.assistants.update({ id: ada.id, conversation_ended_webhook_url: `${hook.url}/new` })
    }
    await pass(31)
    await send(ada, uuid)
    await pass(31)
    assert.deepEqual(
      hook.requests.map(({ path }) => path),
      ['/gone', '/new'],
    )
  })

  it('read what models write in place of the types that were asked for', () => {
    const read = (given: Record<string, unknown>) => Object.values(extractedFrom(schema, given))
    assert.deepEqual(read({ customer_city: 7, party_size: '1,200', wants_table: 0 }), ['7', 1200, false])
    // As most of Europe writes twelve and a half.
    assert.deepEqual(read({ party_size: '12,5' }), [null, null, null])
    assert.deepEqual(read({ party_size: '1,234,567.5' }), [null, 1234567.5, null])
    assert.deepEqual(read({ customer_city: null, party_size: 'some', wants_table: 'perhaps' }), [null, null, null])
    assert.deepEqual(read({ customer_city: { a: '\0' }, party_size: Infinity }), ['{"a":"\\u0000"}', null, null])
    assert.deepEqual(read(JSON.parse('{"__proto__":{"party_size":4}}')), [null, null, null])
  })
})
