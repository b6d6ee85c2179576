// Tests of custom HTTP tools and built-in tools in text conversations.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { CallInput } from '#contract/wire/endpoint.ts'
import type { contract } from '#sdk/index.ts'
import { seal } from '#server/platform/security/secret-box.ts'
import { promptOf } from '#testing/app/scripted-model.ts'
import { startTestApp, type TestApp } from '#testing/app/test-app.ts'
import { openReceiver, type ReceivedRequest, type ReceiverAnswer } from '#testing/emulators/receiver.ts'
import { heldAnswer, type Script, type ScriptedPiece } from '#testing/language-models/script.ts'
import { refusedWith } from '#testing/requests/expect-refusal.ts'
import { httpTool } from './http-tool.ts'

type NewTool = CallInput<typeof contract.tools.create>

const parameters = {
  type: 'object',
  properties: { order: { type: 'string' }, quantity: { type: 'integer', minimum: 1 } },
  required: ['order'],
}
const call = (tool: string, given: Record<string, unknown>, id = 'call_1'): ScriptedPiece => ({
  tool,
  id,
  arguments: given,
})

function answerAsShop({ path }: ReceivedRequest): ReceiverAnswer {
  if (path.startsWith('/away')) return { status: 302, headers: { location: 'http://169.254.169.254/' } }
  if (path.startsWith('/long')) return { body: 'x'.repeat(100_000) }
  if (path.startsWith('/broken')) return { status: 503, body: 'Out of order' }
  return { headers: { 'content-type': 'application/json' }, body: '{"state":"shipped"}' }
}

const shop = await openReceiver(answerAsShop)
const parley = await startTestApp({ script: 'Hello.', config: { allowPrivate: [new URL(shop.url).host] } })
after(async () => {
  await parley[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
})

describe('an assistant with tools', () => {
  const tool = (fields: Partial<NewTool> = {}) => ({
    name: 'order_status',
    description: 'Looks up an order.',
    url: `${shop.url}/orders`,
    method: 'POST' as const,
    headers: { 'X-Shop-Key': 'secret' },
    parameters,
    ...fields,
  })

  /** Starts a conversation with an assistant that has these tools, and whose model follows the script. */
  async function startConversation(
    script: Script,
    tools: NewTool[],
    fields: Parameters<TestApp['createAssistant']>[0] = {},
  ) {
    const account = await parley.createAccount()
    const created = await Promise.all(tools.map((input) => account.client.tools.create(input)))
    const assistant = await parley.createAssistant(
      { initial_message: null, tool_ids: created.map(({ data }) => data.id), ...fields },
      account,
    )
    parley.model.use(script)
    const { conversation_id: uuid } = await account.client.conversations.create({ assistant_id: assistant.uuid })
    const send = (message: string) => account.client.conversations.sendMessage({ uuid, message })
    return { assistant, uuid, send }
  }

  it('calls a tool with validated arguments and answers from its result', async () => {
    const { send, uuid, assistant } = await startConversation(
      [{ pieces: ['Let me look.', call('order_status', { order: 'A1', quantity: 2 })] }, 'It is shipped.'],
      [tool()],
    )
    const calls = [{ name: 'order_status', arguments: { order: 'A1', quantity: 2 }, result: { state: 'shipped' } }]
    assert.deepEqual(await send('Where is A1?'), {
      status: true,
      message: 'Let me look.\n\nIt is shipped.',
      function_calls: calls,
      ai_enabled: true,
    })
    const { method, headers, body } = shop.requests.at(-1)!
    assert.deepEqual([method, headers['x-shop-key']], ['POST', 'secret'])
    assert.equal(headers['idempotency-key'], `conversation:${uuid}:1:0`)
    assert.deepEqual(JSON.parse(body.toString()), { order: 'A1', quantity: 2 })
    assert.equal(promptOf(parley.model.requests.at(-1)).at(-1), 'tool: {"state":"shipped"}')

    const { history } = await assistant.client.conversations.get({ uuid })
    assert.deepEqual(history.at(-1)?.function_calls, calls)
    parley.model.use('You are welcome.')
    await send('Thanks')
    assert.ok(promptOf(parley.model.requests.at(-1)).includes('tool: {"state":"shipped"}'), 'no result in a later turn')
  })

  for (const method of ['GET', 'DELETE'] as const) {
    it(`sends the arguments of a ${method} request in the query`, async () => {
      const { send } = await startConversation(
        [{ pieces: [call('order_status', { order: 'A&1 ä' })] }, 'Done.'],
        [tool({ method, url: `${shop.url}/orders?shop=7` })],
      )
      await send('Where?')
      const { path, body, headers, ...request } = shop.requests.at(-1)!
      assert.deepEqual([request.method, path], [method, '/orders?shop=7&order=A%261+%C3%A4'])
      assert.deepEqual([body.length, headers['content-type']], [0, undefined])
    })
  }

  it('sends the full values of headers that are shown masked, even after an update with the masked values', async () => {
    const { send, assistant } = await startConversation(
      [{ pieces: [call('order_status', { order: 'A1' })] }, 'Done.'],
      [tool({ headers: { Authorization: 'Bearer sk-SECRET-123456', 'X-Shop-Key': 'secret' } })],
    )
    const { client } = assistant
    const { id } = (await client.tools.list())[0]!
    const { headers } = (await client.tools.get({ id })).data
    assert.deepEqual(headers, { Authorization: '********3456', 'X-Shop-Key': '********' })
    await client.tools.update({ id, headers: { ...headers, 'X-Shop-Key': 'new' } })
    await send('Where?')
    const sent = shop.requests.at(-1)!.headers
    assert.deepEqual([sent['authorization'], sent['x-shop-key']], ['Bearer sk-SECRET-123456', 'new'])
  })

  it('cannot call a tool whose headers were encrypted under another master key until they are supplied again', async () => {
    const { context } = parley.app
    const script = [{ pieces: [call('order_status', { order: 'A1' })] }, 'Done.']
    const { send, assistant } = await startConversation(script, [tool()])
    const { id } = (await assistant.client.tools.list())[0]!
    const { masterKey } = context.settings
    context.settings.masterKey = new Uint8Array(32)
    try {
      await assistant.client.tools.update({ id, headers: { 'X-Shop-Key': 'other' } })
    } finally {
      context.settings.masterKey = masterKey
    }
    const before = shop.requests.length
    assert.deepEqual((await send('Where?')).function_calls[0]?.result, { error: 'The tool is unavailable.' })
    assert.equal(shop.requests.length, before)
    await assistant.client.tools.update({ id, headers: { 'X-Shop-Key': 'secret' } })
    parley.model.use(script)
    await send('Where?')
    assert.equal(shop.requests.at(-1)?.headers['x-shop-key'], 'secret')
  })

  it('reports invalid arguments and unknown tools to the model without sending a request', async () => {
    const before = shop.requests.length
    const pieces = [
      call('order_status', { order: 5 }, 'call_1'),
      call('order_status', { order: 'A', quantity: 0 }, 'call_2'),
      call('drop_table', {}, 'call_3'),
    ]
    const { send } = await startConversation([{ pieces }, 'Sorry.'], [tool()])
    const { function_calls } = await send('Where?')
    assert.deepEqual(
      function_calls.map(({ result }) => result),
      [
        { error: 'The arguments are invalid: /order must be string.' },
        { error: 'The arguments are invalid: /quantity must be >= 1.' },
        { error: 'There is no such tool.' },
      ],
    )
    assert.equal(shop.requests.length, before)
  })

  it('reports a failed request to the model, and truncates a long response', async () => {
    const { send } = await startConversation(
      [{ pieces: [call('broken', {}, 'call_1'), call('long', {}, 'call_2')] }, 'Sorry.'],
      [
        tool({ name: 'broken', url: `${shop.url}/broken`, parameters: { type: 'object' } }),
        tool({ name: 'long', url: `${shop.url}/long`, parameters: { type: 'object' } }),
      ],
    )
    const [broken, long] = (await send('Hi')).function_calls
    assert.deepEqual(broken?.result, { error: 'The tool answered with status 503.', body: 'Out of order' })
    assert.ok(String(long?.result).length < 8_300)
  })

  it('never reaches a private address or follows a redirect with a tool', async () => {
    await using hidden = await openReceiver()
    const { context } = parley.app
    const sealedHeaders = seal(context.settings.masterKey, '{}', 'tools:1')
    const record = { id: 1, accountId: 1, sealedHeaders, speakDuring: null, timeoutSeconds: 5 }
    const run = (url: string) =>
      httpTool(context, { ...tool({ url }), ...record, headers: {} }, new Map()).run({
        arguments: { order: 'A' },
        effectKey: 'test',
        signal: AbortSignal.timeout(5_000),
      })
    for (const url of [hidden.url, 'http://169.254.169.254/latest', 'http://[::1]/', 'file:///etc/passwd']) {
      const { result } = await run(url)
      assert.deepEqual(Object.keys(result as object), ['error'])
    }
    assert.deepEqual((await run(`${shop.url}/away`)).result, { error: 'The tool answered with status 302.', body: '' })
    assert.equal(hidden.requests.length, 0)
  })

  it('makes at most ten calls in five rounds, and then fails without a charge if the model writes no text', async () => {
    const before = shop.requests.length
    const { send, assistant } = await startConversation(
      { pieces: [1, 2, 3, 4].map((number) => call('order_status', { order: `${number}` }, `call_${number}`)) },
      [tool()],
    )
    const balance = await assistant.balance()
    const error = 'Failed to process message: The language model called tools but did not answer.'
    await assert.rejects(send('Where?'), refusedWith(400, { status: false, error }))
    assert.equal(shop.requests.length - before, 10)
    assert.equal(parley.model.requests.at(-1)?.body['tool_choice'], 'none')
    assert.equal(await assistant.balance(), balance)
  })

  it('offers the model no tools that need a call, and ends the conversation with end_call', async () => {
    const { send, uuid, assistant } = await startConversation({ pieces: ['Goodbye!', call('end_call', {})] }, [], {
      tools: [{ type: 'end_call' }, { type: 'dtmf_input' }],
    })
    assert.equal((await send('Bye')).message, 'Goodbye!')
    const offered = parley.model.requests.at(-1)?.body['tools'] as { function: { name: string } }[]
    assert.deepEqual(
      offered.map(({ function: { name } }) => name),
      ['end_call'],
    )
    await parley.runJobs()
    assert.equal((await assistant.client.conversations.show({ uuid })).data.status, 'ended')
  })

  it('offers the model no end of the conversation if that is turned off', async () => {
    const { send } = await startConversation('Hello!', [], { tools: [{ type: 'end_call', enabled: false }] })
    await send('Hi')
    assert.equal(parley.model.requests.at(-1)?.body['tools'], undefined)
  })

  describe('that transfers the conversation', () => {
    async function openPair() {
      const account = await parley.createAccount()
      const bob = await parley.createAssistant({ name: 'Bob', system_prompt: 'You are Bob.' }, account)
      const transfer = { type: 'assistant_transfer' as const, assistant_id: bob.id, message: 'I hand you over.' }
      const ann = await parley.createAssistant({ initial_message: null, tools: [transfer] }, account)
      const { conversations } = account.client
      const checkBobAnswered = async () => {
        assert.ok(promptOf(parley.model.requests.at(-1))[0]!.startsWith('system: You are Bob.\n'))
        assert.equal((await conversations.list()).data[0]?.assistant_name, 'Bob')
      }
      return { ann, conversations, checkBobAnswered }
    }

    const transferScript: Script = [{ pieces: [call('assistant_transfer', {})] }, 'Bob will help you.', 'Bob here.']

    it('lets the other assistant answer the next message', async () => {
      const { ann, conversations, checkBobAnswered } = await openPair()
      parley.model.use(transferScript)
      const { conversation_id: uuid } = await conversations.create({ assistant_id: ann.uuid })
      const { message } = await conversations.sendMessage({ uuid, message: 'Bob, please' })
      assert.equal(message, 'I hand you over.\n\nBob will help you.')
      assert.equal((await conversations.sendMessage({ uuid, message: 'Hi' })).message, 'Bob here.')
      await checkBobAnswered()
    })

    it('lets the other assistant answer messages that arrived in the meantime', async () => {
      const { ann, conversations, checkBobAnswered } = await openPair()
      const held = heldAnswer([call('assistant_transfer', {})], ['Bob will help you.', 'Bob here.'])
      parley.model.use(held.script)
      const { conversation_id: uuid } = await conversations.create({ assistant_id: ann.uuid })
      const first = conversations.sendMessage({ uuid, message: 'Bob, please' })
      await held.asked
      const second = conversations.sendMessage({ uuid, message: 'Hi' })
      while ((await conversations.get({ uuid })).history.length < 2);
      held.release()
      await first
      assert.equal((await second).message, 'Bob here.')
      await checkBobAnswered()
    })

    it('lets the other assistant generate replies, too', async () => {
      const { ann, conversations, checkBobAnswered } = await openPair()
      parley.model.use(transferScript)
      const customer = { assistant_id: ann.id, customer_identifier: 'customer 7' }
      await conversations.generateReply({ ...customer, message: 'Bob, please' })
      assert.equal((await conversations.generateReply({ ...customer, message: 'Hi' })).reply, 'Bob here.')
      await checkBobAnswered()
    })

    it('happens at most five times until the conversation ends', async () => {
      const { ann, conversations } = await openPair()
      const { data: assistants } = await ann.client.assistants.list()
      const bob = assistants.find(({ name }) => name === 'Bob')!
      await ann.client.assistants.update({
        id: bob.id,
        tools: [{ type: 'assistant_transfer', assistant_id: ann.id }],
      })
      const results: unknown[] = []
      parley.model.use(({ body }) => {
        const last = (body['messages'] as { role: string; content: string }[]).at(-1)!
        if (last.role !== 'tool') return { pieces: [call('assistant_transfer', {})] }
        results.push(JSON.parse(last.content))
        return 'Fine.'
      })
      const { conversation_id: uuid } = await conversations.create({ assistant_id: ann.uuid })
      for (let turn = 1; turn <= 6; turn++) await conversations.sendMessage({ uuid, message: 'Someone else, please' })
      assert.deepEqual(results.pop(), { error: 'The customer was transferred too often.' })
      assert.ok(results.every((result) => Object.hasOwn(result as object, 'transferred_to')))

      await parley.turnClock(24 * 60 * 60_000)
      await parley.runJobs()
      assert.equal((await conversations.show({ uuid })).data.status, 'ended')
      await conversations.sendMessage({ uuid, message: 'Someone else, please' })
      assert.deepEqual(results.at(-1), { transferred_to: 'Ada' })
    })
  })
})
