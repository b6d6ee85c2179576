// Tests of custom HTTP tools with hostile arguments, responses and schemas.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { CallInput, contract } from '#sdk/index.ts'
import { seal } from '#server/platform/security/secret-box.ts'
import { promptOf } from '#testing/app/scripted-model.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { httpTool } from './http-tool.ts'

type NewTool = CallInput<typeof contract.tools.create>

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

const latin = {
  headers: { 'content-type': 'application/json; charset=iso-8859-1' },
  body: Buffer.from('{"order":18446744073709551615,"name":"Größe"}', 'latin1'),
}
const shop = await openReceiver(({ path }) =>
  path.startsWith('/latin') ? latin : { body: path.startsWith('/nested') ? nested(4_000) : '{"ok":true}' },
)
const parley = await startTestApp({ script: 'Hello.', config: { allowPrivate: [new URL(shop.url).host] } })
after(async () => {
  await parley[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
})

describe('a custom tool', () => {
  /** Makes the model call a tool once with each of the given arguments. */
  async function callWith(tool: Partial<NewTool>, given: Record<string, unknown>[]) {
    const account = await parley.createAccount()
    const fields = { name: 'look_up', description: 'Looks up an order.', url: shop.url, ...tool }
    const { data } = await account.client.tools.create(fields)
    const assistant = await parley.createAssistant({ initial_message: null, tool_ids: [data.id] }, account)
    const calls = given.map((one, index) => ({ tool: 'look_up', id: `call_${index}`, arguments: one }))
    parley.model.use([{ pieces: calls }, 'Done.'])
    const { conversation_id: uuid } = await account.client.conversations.create({ assistant_id: assistant.uuid })
    const from = shop.requests.length
    const { message, function_calls } = await account.client.conversations.sendMessage({ uuid, message: 'Hi' })
    assert.equal(message, 'Done.')
    return { results: function_calls.map(({ result }) => result), requests: shop.requests.slice(from) }
  }

  for (const method of ['GET', 'DELETE'] as const)
    it(`never lets arguments of a ${method} request replace query parameters of its URL`, async () => {
      const parameters = { type: 'object', additionalProperties: true }
      const names = ['tenant', 'tenant[]', 'Tenant', ' tenant', 'tenant[x]', 'shop.id', 'tenant\0x']
      const given = { ...Object.fromEntries(names.map((name) => [name, '6'])), q: 'x&tenant=7' }
      const url = `${shop.url}/orders?tenant=5&a%5Bb%5D=1&shop_id=7#part`
      const { requests } = await callWith({ method, url, parameters }, [given])
      assert.deepEqual(
        requests.map(({ path }) => path),
        ['/orders?tenant=5&a%5Bb%5D=1&shop_id=7&q=x%26tenant%3D7'],
      )
    })

  it('rejects undeclared arguments and tells the model which ones', async () => {
    const { results, requests } = await callWith({ parameters: { type: 'object', properties: {} } }, [
      { tenant: '6' },
      {},
    ])
    const error = "The arguments are invalid: the object must not have the property 'tenant'."
    assert.deepEqual(results, [{ error }, { ok: true }])
    assert.deepEqual(
      requests.map(({ body }) => body.toString()),
      ['{}'],
    )
  })

  it('never sends arguments as headers or to another URL', async () => {
    const parameters = { type: 'object', additionalProperties: true }
    const given = { 'x\r\nx-admin: 1': 'a\r\nb: c', url: 'http://169.254.169.254/', headers: { host: 'evil.example' } }
    for (const method of ['GET', 'POST'] as const) {
      const { requests } = await callWith({ method, url: `${shop.url}/fixed`, parameters }, [given])
      assert.equal(requests.length, 1)
      assert.ok(requests[0]!.path.startsWith('/fixed'))
      assert.ok(!Object.keys(requests[0]!.headers).some((name) => name === 'x-admin' || name === 'b'))
      assert.equal(requests[0]!.headers['host'], new URL(shop.url).host)
    }
  })

  it('keeps the digits of its arguments and of its response, which is read in its encoding', async () => {
    const properties = { id: { type: 'integer', minimum: 0 }, ids: { type: 'array', items: { type: 'number' } } }
    const parameters = { type: 'object', properties }
    const given = { id: 76156173374952512310n, ids: [9007199254740993n] }
    for (const method of ['GET', 'POST'] as const) {
      const { results, requests } = await callWith({ method, url: `${shop.url}/latin`, parameters }, [given])
      assert.deepEqual(results, [{ order: 18446744073709551615n, name: 'Größe' }])
      const { path, body } = requests[0]!
      if (method === 'GET') assert.equal(path, '/latin?id=76156173374952512310&ids=%5B9007199254740993%5D')
      else assert.equal(body.toString(), JSON.stringify(given))
      const result = promptOf(parley.model.requests.at(-1)).at(-1)
      assert.equal(result, 'tool: {"order":18446744073709551615,"name":"Größe"}')
    }
    const { results } = await callWith({ parameters }, [{ id: -9007199254740993n }])
    assert.deepEqual(results, [{ error: 'The arguments are invalid: /id must be >= 0.' }])
  })

  it('passes a response of 4,000 nested brackets to the model as text', async () => {
    const { results } = await callWith({ url: `${shop.url}/nested` }, [{}])
    assert.deepEqual(results, [nested(4_000)])
    assert.ok(promptOf(parley.model.requests.at(-1)).at(-1)?.startsWith('tool: "[[[['))
  })

  it('is not called, and shows the model no parameters, if its stored schema is not supported', async () => {
    const { context } = parley.app
    const before = shop.requests.length
    for (const parameters of [
      { type: 'object', $async: true, properties: { a: { type: 'string' } } },
      { type: 'object', $ref: '#' },
      { type: 'object', $defs: { a: {} }, anyOf: [{ $ref: '#/$defs/a' }] },
      { type: 'object', properties: { a: { pattern: '^(a+)+$' } } },
    ]) {
      const { definition, run } = httpTool(context, {
        ...{ id: 1, accountId: 1, name: 'look_up', description: '', url: shop.url, method: 'POST', headers: {} },
        ...{ sealedHeaders: seal(context.settings.masterKey, '{}', 'tools:1'), speakDuring: null, timeoutSeconds: 5 },
        parameters,
      })
      const { result } = await run({ arguments: { a: 'x' }, effectKey: 'test', signal: AbortSignal.timeout(5_000) })
      assert.deepEqual(result, { error: 'The parameter schema of the tool is not supported.' })
      assert.deepEqual(definition.parameters, { type: 'object', properties: {}, additionalProperties: false })
    }
    assert.equal(shop.requests.length, before)
  })
})
