// Tests of what readers without a key see of tools, and of the credentials of tools that services repeat.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { type CallInput, type Client, contract } from '#sdk/index.ts'
import { promptOf } from '#testing/app/scripted-model.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { type AnswerRequest, openReceiver } from '#testing/emulators/receiver.ts'

type NewTool = CallInput<typeof contract.tools.create>

let answer: AnswerRequest = () => ({ body: '{"stock":"raw-stock-figure-17"}' })
const shop = await openReceiver((request, number) => answer(request, number))
const parley = await startTestApp({ script: 'Hello.', config: { allowPrivate: ['127.0.0.0/8'] } })
after(async () => {
  await parley[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
})

async function open(tool: Partial<NewTool> = {}) {
  const account = await parley.createAccount()
  const parameters = { type: 'object', properties: { order: { type: 'string' } } }
  const fields = { name: 'look_up', description: 'Looks up an order.', url: shop.url, parameters, ...tool }
  const { data } = await account.client.tools.create(fields)
  const assistant = await parley.createAssistant({ initial_message: null, tool_ids: [data.id] }, account)
  parley.model.use([{ pieces: [{ tool: 'look_up', id: 'call_1', arguments: { order: 'order-A1' } }] }, 'Done.'])
  return { account, assistant }
}

const canaries = /raw-stock-figure-17|order-A1|look_up/

describe('readers without a key of the account', () => {
  for (const [who, clientOf] of [
    ['a visitor', async () => parley.anonymous],
    ['another account', async () => (await parley.createAccount()).client],
  ] as [string, () => Promise<Client>][])
    it(`get nothing of what a tool was asked and has returned: ${who}`, async () => {
      const client = await clientOf()
      for (const type of ['widget', 'test'] as const) {
        const { account, assistant } = await open()
        const { conversation_id: uuid } = await client.conversations.create({ assistant_id: assistant.uuid, type })
        const options = { idempotencyKey: crypto.randomUUID() + crypto.randomUUID() }
        const sent = await client.conversations.sendMessage({ uuid, message: 'Hi' }, options)
        assert.deepEqual(sent.function_calls, [])
        const again = await client.conversations.sendMessage({ uuid, message: 'Hi' }, options)
        assert.deepEqual(again, sent)
        const read = await client.conversations.get({ uuid })
        assert.deepEqual(read.history.at(-1), { role: 'assistant', content: 'Done.', function_calls: [] })
        assert.doesNotMatch(JSON.stringify([sent, read]), canaries)
        const result = { stock: 'raw-stock-figure-17' }
        const calls = [{ name: 'look_up', arguments: { order: 'order-A1' }, result }]
        assert.deepEqual((await account.client.conversations.get({ uuid })).history.at(-1)!.function_calls, calls)
        const { data } = await account.client.conversations.show({ uuid })
        assert.deepEqual(data.history.at(-1)!.function_calls, calls)
      }
    })

  it('get nothing of it in a stream, or after a failed call', async () => {
    const { assistant } = await open()
    const { conversation_id: uuid } = await parley.anonymous.conversations.create({ assistant_id: assistant.uuid })
    answer = () => ({ status: 500, body: 'raw-stock-figure-17' })
    const stream = parley.anonymous.stream(contract.conversations.sendMessage, { uuid, message: 'Hi' })
    const pieces = await Array.fromAsync(stream)
    assert.ok(pieces.length > 0)
    assert.doesNotMatch(JSON.stringify([pieces, await parley.anonymous.conversations.get({ uuid })]), canaries)
    answer = () => ({ body: '{"stock":"raw-stock-figure-17"}' })
  })
})

const token = 'tok+en/9f8e7d6c5b=4a'
const password = 'p&ss "word" 7531'
const basic = Buffer.from(`ann:${password}`).toString('base64')
const secretFields = {
  url: `${shop.url}/orders?api_key=qu%2Fery-key-1234&page=2`,
  headers: { Authorization: `Bearer ${token}`, 'X-Login': `Basic ${basic}`, 'X-Pin': '1234', 'X-Shop': 'north' },
}

/** Each repeats a credential in a form in which services write it. */
const echoes: [string, AnswerRequest][] = [
  ['headers as JSON', ({ headers }) => ({ body: JSON.stringify({ headers }) })],
  ['the token alone', ({ headers }) => ({ body: JSON.stringify([headers.authorization!.slice(7)]) })],
  ['JSON in a text', ({ headers }) => ({ body: JSON.stringify({ dump: JSON.stringify(headers) }) })],
  ['the query', ({ path }) => ({ body: JSON.stringify({ path }) })],
  ['the decoded query', ({ path }) => ({ body: decodeURIComponent(path) })],
  ['a password that was decoded', () => ({ body: JSON.stringify({ user: 'ann', password }) })],
  ['HTML', () => ({ body: `<p>${password.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}</p>` })],
  ['percent encoding', () => ({ body: `a=${encodeURIComponent(token)}&b=${encodeURIComponent(password)}` })],
  ['a form', () => ({ body: new URLSearchParams({ token, password }).toString() })],
  ['base64 after a username', () => ({ body: Buffer.from(`user:${token}`).toString('base64') })],
  ['escaped slashes', () => ({ body: JSON.stringify({ text: JSON.stringify(token).replaceAll('/', '\\/') }) })],
  ['a status of failure', ({ headers }) => ({ status: 401, body: `bad ${headers.authorization}` })],
  ['a name of a field', () => ({ body: JSON.stringify({ [token]: 1 }) })],
  ['text that is cut off', () => ({ body: `${'x'.repeat(8_192 - 15)}${token}` })],
]

const found = (text: string): string[] =>
  [
    token,
    token.slice(0, 12),
    password,
    basic,
    'qu/ery-key-1234',
    'qu%2Fery-key-1234',
    encodeURIComponent(token),
  ].filter((secret) => text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1)))

describe('the credentials of a tool', () => {
  it('are masked in its results, whatever form the service repeats them in', async () => {
    for (const [name, echo] of echoes) {
      answer = echo
      const { account, assistant } = await open({ ...secretFields, method: 'GET' })
      const { conversation_id: uuid } = await account.client.conversations.create({ assistant_id: assistant.uuid })
      const sent = await account.client.conversations.sendMessage({ uuid, message: 'Hi' })
      const shown = [sent, await account.client.conversations.show({ uuid }), promptOf(parley.model.requests.at(-1))]
      assert.equal(sent.function_calls.length, 1)
      assert.deepEqual(found(JSON.stringify(shown)), [], name)
    }
  })

  it('leave other texts as they are, even if they are values of headers that are short or no credentials', async () => {
    const text = 'Order 1234 of shop north, page 2: bearer of basic news, Bearer, orders'
    answer = () => ({ body: JSON.stringify({ text, page: 2, pin: 1234 }) })
    const { account, assistant } = await open({ ...secretFields, method: 'GET' })
    const { conversation_id: uuid } = await account.client.conversations.create({ assistant_id: assistant.uuid })
    const { function_calls } = await account.client.conversations.sendMessage({ uuid, message: 'Hi' })
    assert.deepEqual(function_calls[0]!.result, { text, page: 2, pin: 1234 })
  })
})
