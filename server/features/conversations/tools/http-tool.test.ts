// Tests of custom HTTP tools with hostile arguments, responses and schemas.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { type CallInput, type contract, ParleyError } from '#sdk/index.ts'
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
      const { definition, run } = httpTool(
        context,
        {
          ...{ id: 1, accountId: 1, name: 'look_up', description: '', url: shop.url, method: 'POST', headers: {} },
          ...{ sealedHeaders: seal(context.settings.masterKey, '{}', 'tools:1'), speakDuring: null, timeoutSeconds: 5 },
          parameters,
        },
        new Map(),
      )
      const { result } = await run({ arguments: { a: 'x' }, effectKey: 'test', signal: AbortSignal.timeout(5_000) })
      assert.deepEqual(result, { error: 'The parameter schema of the tool is not supported.' })
      assert.deepEqual(definition.parameters, { type: 'object', properties: {}, additionalProperties: false })
    }
    assert.equal(shop.requests.length, before)
  })

  describe('with placeholders', () => {
    /** Lets the model call a tool once, in a conversation with these variables. */
    async function callIn(
      tool: Partial<NewTool>,
      variables: Record<string, string>,
      args: Record<string, unknown> = {},
    ) {
      const account = await parley.createAccount()
      const declared = { tier: 'gold', city: 'Graz' }
      const assistant = await parley.createAssistant({ initial_message: null, variables: declared }, account)
      const { data } = await account.client.tools.create({ name: 'look_up', description: 'x', url: shop.url, ...tool })
      await account.client.assistants.update({ id: assistant.id, tool_ids: [data.id] })
      parley.model.use([{ pieces: [{ tool: 'look_up', id: 'call_1', arguments: args }] }, 'Done.'])
      const { conversation_id: uuid } = await account.client.conversations.create({
        assistant_id: assistant.uuid,
        variables,
      })
      await account.client.conversations.sendMessage({ uuid, message: 'Hi' })
      const { path, headers, body } = shop.requests.at(-1)!
      const offered = JSON.stringify(parley.model.requests.at(-1)!.body['tools'])
      return { path, headers, body: body.toString(), offered, uuid }
    }

    it('sends variables in its URL, percent-encoded', async () => {
      const url = `${shop.url}/v1/{{customer_phone}}/{{ city }}?n={{customer_name}}&t={{tier}}&z={{variables.zone}}#x`
      const given = { customer_phone: '+43 660/1?a=b', customer_name: 'Zoë & Co', tier: '', zone: '../x', city: '..' }
      const { path } = await callIn({ method: 'GET', url }, given)
      assert.equal(path, '/v1/%2B43%20660%2F1%3Fa%3Db/?n=Zo%C3%AB%20%26%20Co&t=gold&z=..%2Fx')
    })

    it('sends no phone number that a visitor gave, because a service can take it for proof of who asks', async () => {
      const account = await parley.createAccount()
      const texts = { initial_message: null, system_prompt: 'Call {{customer_phone}} {{city}}.' }
      const assistant = await parley.createAssistant(texts, account)
      const url = `${shop.url}/orders?phone={{customer_phone}}&city={{city}}`
      const { data } = await account.client.tools.create({ name: 'look_up', description: 'x', url, method: 'GET' })
      await account.client.assistants.update({ id: assistant.id, tool_ids: [data.id] })
      parley.model.use([{ pieces: [{ tool: 'look_up', id: 'call_1', arguments: {} }] }, 'Done.'])
      const visitor = parley.anonymous
      const variables = { customer_phone: '+12025550123', city: 'Graz' }
      const { conversation_id: uuid } = await visitor.conversations.create({ assistant_id: assistant.uuid, variables })
      await visitor.conversations.sendMessage({ uuid, message: 'Hi' })
      assert.equal(shop.requests.at(-1)!.path, '/orders?phone=&city=Graz')
    })

    it('sends variables in its headers, on one line', async () => {
      const headers = { 'x-name': 'Hi {{customer_name}}!', 'x-conversation': '{{conversation_id}}{{call_id}}' }
      const { headers: sent, uuid } = await callIn({ headers }, { customer_name: 'Ann\r\nx-admin: 1\u2028Зоя' })
      assert.equal(sent['x-name'], `Hi Ann x-admin: 1 ${encodeURIComponent('Зоя')}!`)
      assert.equal(sent['x-conversation'], uuid)
      assert.equal(sent['x-admin'], undefined)
    })

    it('sends variables as fixed and as default arguments, of which the model sees no values', async () => {
      const parameters = {
        type: 'object',
        properties: {
          phone: { type: 'string', const: '{{customer_phone}}' },
          level: { type: 'string', default: 'is {{tier}}' },
          order: { type: 'string' },
        },
        required: ['phone', 'order'],
      }
      const given = { customer_phone: '+43660"1' }
      const first = await callIn({ parameters }, given, { order: 'A {{tier}}' })
      assert.deepEqual(JSON.parse(first.body), { phone: '+43660"1', level: 'is gold', order: 'A {{tier}}' })
      assert.doesNotMatch(first.offered, /phone|\{\{|gold/)
      const second = await callIn({ parameters }, given, { order: 'B', level: 'new' })
      assert.deepEqual(JSON.parse(second.body), { phone: '+43660"1', level: 'new', order: 'B' })
    })

    it('is refused if a placeholder is unknown or decides the host, and keeps what is not changed', async () => {
      const { client, id } = await parley.createAssistant({
        system_prompt: 'The plan is {{ plan }}.',
        variables: { city: 'Graz' },
      })
      const basic = { name: 'look_up', description: 'x', url: `${shop.url}/{{city}}/{{plan}}/{{variables.any}}` }
      const refused = (fields: object, field: string, pattern: RegExp) =>
        assert.rejects(client.tools.create({ ...basic, name: 'other', ...fields }), (error: ParleyError) => {
          const { errors } = error.body as { errors: Record<string, string[]> }
          assert.match(errors[field]?.[0] ?? '', pattern)
          return error.status === 422
        })
      const { data } = await client.tools.create(basic)
      const known =
        /unknown placeholder \{\{nope\}\}\. Known are customer_phone, customer_name, call_id, .*, city, and variables\.name/
      await refused({ url: `${shop.url}/{{nope}}` }, 'url', known)
      await refused({ headers: { 'x-a': 'Bearer {{nope}}' } }, 'headers', known)
      const parameters = { type: 'object', properties: { a: { type: 'string', const: '{{nope}}' } } }
      await refused({ parameters }, 'parameters', known)
      for (const url of ['https://{{city}}.example/', 'https://a:{{city}}@b.example/', 'https://b.example{{city}}/'])
        await refused({ url }, 'url', /./)
      await assert.rejects(client.tools.update({ id: data.id, url: `${shop.url}/{{nope}}` }), ParleyError)
      await client.assistants.update({ id, variables: {}, system_prompt: 'Help.' })
      const kept = await client.tools.update({ id: data.id, description: 'y' })
      assert.equal(kept.data.url, basic.url)
    })
  })
})
