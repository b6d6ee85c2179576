// Tests of the end of inactive conversations, their evaluation, and the conversation-ended webhook.
import assert from 'node:assert/strict'
import { after, beforeEach, describe, it } from 'node:test'
import { startTestApp, type TestApp } from '#testing/app/test-app.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { heldAnswer, type Script } from '#testing/language-models/script.ts'
import { payloadOf } from '#testing/requests/payload.ts'
import { extractedFrom } from './evaluate.ts'

const schema = [
  { name: 'customer_city', type: 'string' as const, description: 'Where the customer lives' },
  { name: 'party_size', type: 'number' as const, description: 'How many people come' },
  { name: 'wants_table', type: 'bool' as const, description: 'Whether a table is wanted' },
]
const evaluated = { customer_city: 'Rome', party_size: '4', wants_table: 'yes', invented: 1 }
const answersAndEvaluates: Script = ({ body }) =>
  body['tool_choice'] ? { pieces: [{ tool: 'record', arguments: evaluated }] } : 'Gladly.'

/** Runs before the webhook `/gone` is answered. */
let beforeGone = async () => {}
const hook = await openReceiver(async ({ path }) => {
  if (path !== '/gone') return {}
  await beforeGone()
  return { status: 410 }
})
const parley = await startTestApp({ script: 'Hello.', config: { allowPrivate: [new URL(hook.url).host] } })
after(async () => {
  await parley[Symbol.asyncDispose]()
  await hook[Symbol.asyncDispose]()
})

describe('inactive conversations', () => {
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
  /** Starts a conversation with a new assistant. */
  async function start(fields?: Parameters<typeof open>[0]) {
    const ada = await open(fields)
    const { conversations } = ada.client
    const { conversation_id: uuid } = await conversations.create({ assistant_id: ada.uuid, variables: { name: 'Joe' } })
    const send = (message = 'A table for four, please') => conversations.sendMessage({ uuid, message })
    const show = async () => (await conversations.show({ uuid })).data
    return { ada, uuid, send, show, statusOf: async () => (await show()).status }
  }
  async function pass(minutes: number): Promise<void> {
    await parley.turnClock(minutes * 60_000)
    await parley.runJobs()
    await parley.runJobs()
  }
  const payloads = () => hook.requests.map((request) => payloadOf('conversation.ended', request))

  it('end after the timeout of the assistant, are evaluated and announced by webhook', async () => {
    const { ada, uuid, send, show, statusOf } = await start()
    await send()
    await pass(29)
    assert.equal(await statusOf(), 'open')
    await pass(1.1)
    const extracted = { customer_city: 'Rome', party_size: 4, wants_table: true }
    const { status, extracted_variables } = await show()
    assert.deepEqual({ status, extracted_variables }, { status: 'ended', extracted_variables: extracted })

    const [payload, ...more] = payloads()
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

  it('wait again after each message', async () => {
    const { send, statusOf } = await start({ conversation_inactivity_timeout: 10 })
    await send()
    await pass(9)
    await send()
    await pass(9)
    assert.equal(await statusOf(), 'open')
    await pass(2)
    assert.equal(await statusOf(), 'ended')
  })

  it('stay open and are not announced without a message of the customer', async () => {
    const { statusOf } = await start()
    await pass(60)
    assert.equal(await statusOf(), 'open')
    assert.deepEqual(payloads(), [])
  })

  for (const retrigger of [false, true])
    it(`open again with a message, and are ${retrigger ? 'announced again if requested' : 'announced once'}`, async () => {
      const { send, statusOf } = await start({ conversation_ended_retrigger: retrigger })
      await send()
      await pass(31)
      await send()
      assert.equal(await statusOf(), 'open')
      await pass(31)
      assert.equal(await statusOf(), 'ended')
      assert.equal(payloads().length, retrigger ? 2 : 1)
    })

  it('stay open when a message arrives while they are evaluated', async () => {
    const { send, statusOf } = await start()
    await send()
    const held = heldAnswer([{ tool: 'record', arguments: evaluated }], answersAndEvaluates)
    parley.model.use(held.script)
    const passing = pass(31)
    await held.asked
    await send('One more thing')
    held.release()
    await passing
    assert.equal(await statusOf(), 'open')
    assert.deepEqual(payloads(), [])
    await pass(31)
    assert.deepEqual(
      payloads().map(({ message_count }) => message_count),
      [5],
    )
  })

  it('are announced with empty values when the model cannot evaluate them', async () => {
    const { send } = await start()
    await send()
    parley.model.use({ status: 400 })
    await pass(31)
    const none = { customer_city: null, party_size: null, wants_table: null }
    assert.deepEqual(payloads()[0]!['extracted_variables'], none)
  })

  it('end without a webhook if it is inactive, and without values if there is nothing to evaluate', async () => {
    const { send, show } = await start({ is_conversation_ended_webhook_active: false, post_call_schema: [] })
    await send()
    await pass(31)
    const { status, extracted_variables } = await show()
    assert.deepEqual([status, extracted_variables], ['ended', null])
    assert.deepEqual(payloads(), [])
  })

  const goneHook = { conversation_ended_webhook_url: `${hook.url}/gone`, conversation_ended_retrigger: true }

  it('are no longer announced to a receiver that answered 410', async () => {
    const { ada, send } = await start(goneHook)
    await send()
    await pass(31)
    const { data } = await ada.client.assistants.get({ id: ada.id })
    assert.equal(data.is_conversation_ended_webhook_active, false)
    assert.equal(data.conversation_ended_webhook_url, goneHook.conversation_ended_webhook_url)
    await send()
    await pass(31)
    assert.equal(hook.requests.length, 1)
  })

  it('are announced to a URL that was set while the former one answered 410', async () => {
    const { ada, send } = await start(goneHook)
    await send()
    beforeGone = async () => {
      await ada.client.assistants.update({ id: ada.id, conversation_ended_webhook_url: `${hook.url}/new` })
    }
    await pass(31)
    await send()
    await pass(31)
    assert.deepEqual(
      hook.requests.map(({ path }) => path),
      ['/gone', '/new'],
    )
  })

  it('convert what models write to the types of the evaluation fields', () => {
    const read = (given: Record<string, unknown>) => Object.values(extractedFrom(schema, given))
    assert.deepEqual(read({ customer_city: 7, party_size: '1,200', wants_table: 0 }), ['7', 1200, false])
    const order = 76156173374952512310n
    assert.deepEqual(read({ customer_city: order, party_size: order }), [String(order), order, null])
    assert.deepEqual(read({ party_size: ` ${order} ` }), [null, order, null])
    // A decimal comma.
    assert.deepEqual(read({ party_size: '12,5' }), [null, null, null])
    assert.deepEqual(read({ party_size: '1,234,567.5' }), [null, 1234567.5, null])
    assert.deepEqual(read({ customer_city: null, party_size: 'some', wants_table: 'perhaps' }), [null, null, null])
    assert.deepEqual(read({ customer_city: { a: '\0' }, party_size: Infinity }), ['{"a":"\\u0000"}', null, null])
    assert.deepEqual(read(JSON.parse('{"__proto__":{"party_size":4}}')), [null, null, null])
  })
})
