// Tests of `parley api` against a listening server.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, suite, test } from 'node:test'
import { endpointsOf } from '#contract/openapi/index.ts'
import type { Area } from '#contract/wire/endpoint.ts'
import { inputFieldsOf } from '#contract/wire/input-fields.ts'
import { contract } from '#sdk/index.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { freePort } from '#testing/processes/free-port.ts'
import { runApi } from './api.ts'
import { inputOf } from './api-fields.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())
const baseUrl = await parley.app.http.listen({ port: 0, host: '127.0.0.1' })
const { token } = await parley.createAccount({ balanceUsd: 10 })

async function api(args: string[], options: { apiKey?: string; baseUrl?: string } = { apiKey: token }) {
  let out = ''
  let err = ''
  const code = await runApi(args, {
    baseUrl,
    ...options,
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
  })
  return { code, out, err }
}

async function answerOf(...args: string[]) {
  const { code, out, err } = await api(args)
  assert.deepEqual({ code, err }, { code: 0, err: '' })
  return JSON.parse(out)
}

suite('parley api', () => {
  test('lists every endpoint with its summary', async () => {
    const { code, out } = await api([])
    assert.equal(code, 0)
    for (const { area, name, endpoint } of endpointsOf(contract as Record<string, Area>)) {
      assert.match(
        out,
        new RegExp(`^  ${area}\\.${name} +${endpoint.summary.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`, 'm'),
      )
    }
  })

  test('shows the fields of an endpoint with their types and ranges', async () => {
    const { code, out } = await api(['accounts.createApiKey', '--help'])
    assert.equal(code, 0)
    assert.match(out, /^Create an API key\. POST \/api\/user\/api-keys$/m)
    assert.match(out, /^ {2}--name +string, 1 to 255 characters, required$/m)
    const { out: models } = await api(['catalogues.models', '--help'])
    assert.match(models, /^ {2}--type {2,}llm \| multimodal \| dualplex, default "llm"$/m)
    const { out: deleting } = await api(['accounts.deleteApiKey', '--help'])
    assert.match(deleting, /^ {2}--id {2}integer, above 0, required$/m)
    assert.match(deleting, /^ {2}API_KEY_NOT_FOUND: API key not found\.$/m)
  })

  test('shows the fields of every endpoint', async () => {
    for (const { area, name } of endpointsOf(contract as Record<string, Area>)) {
      const { code, out } = await api([`${area}.${name}`, '--help'])
      assert.equal(code, 0)
      assert.doesNotMatch(out, /undefined|\[object/)
    }
  })

  test('prints the response as JSON', async () => {
    const { total_balance: balance } = await answerOf('accounts.me')
    assert.equal(typeof balance, 'number')
  })

  test('sets fields from flags, from JSON and in the path', async () => {
    const { api_key: first } = await answerOf('accounts.createApiKey', '--name', 'from a flag')
    assert.equal(first.name, 'from a flag')
    const { api_key: second } = await answerOf('accounts.createApiKey', '--json', '{"name":"lost"}', '--name=-- won')
    assert.equal(second.name, '-- won')
    const { api_keys: keys } = await answerOf('accounts.listApiKeys')
    const { id } = keys.find(({ name }: { name: string }) => name === '-- won')
    const { message } = await answerOf('accounts.deleteApiKey', '--id', String(id))
    assert.equal(message, 'API key deleted successfully.')
  })

  test('converts numbers, booleans, lists and objects according to the schema', async () => {
    const { data } = await answerOf(
      ...['assistants.create', '--name', '42', '--mode', 'pipeline', '--max-duration', '90', '--wait_for_customer'],
      ...['--record', 'false', '--turn_detection_threshold', 'null', '--widget_origins', 'https://a.example'],
      ...['--widget_origins', 'https://b.example', '--variables', '{"city":"Oslo"}', '--post_call_schema', '[]'],
      ...['--tools', '{"type":"end_call"}'],
    )
    const { data: made } = await answerOf('assistants.get', '--id', String(data.id))
    assert.equal(made.name, '42')
    assert.deepEqual([made.max_duration, made.wait_for_customer, made.record], [90, true, false])
    assert.equal(made.turn_detection_threshold, null)
    assert.deepEqual(made.widget_origins, ['https://a.example', 'https://b.example'])
    assert.deepEqual(made.variables, { city: 'Oslo' })
    assert.equal(made.tools[0].type, 'end_call')
  })

  test('accepts a map or a list for template variables', () => {
    const fields = inputFieldsOf(contract.messages.sendTemplate)
    const variablesOf = (value: string) =>
      inputOf(fields, [{ name: 'variables', value }], {}, 'messages.sendTemplate')['variables']
    assert.deepEqual(variablesOf('{"customer_name":"Ann"}'), { customer_name: 'Ann' })
    assert.deepEqual(variablesOf('["Ann","A-1001"]'), ['Ann', 'A-1001'])
    assert.equal(variablesOf('null'), null)
  })

  test('prints an error to standard error', async () => {
    assert.deepEqual(await api(['accounts.deleteApiKey', '--id', '999999']), {
      code: 1,
      out: '',
      err: 'API key not found. (404)\n',
    })
    assert.equal((await api(['accounts.me', '--api-key', token], {})).code, 0)
  })

  test('says how to get an API key if there is none, or if the server does not know it', async () => {
    const advice =
      /^(.*) Set PARLEY_API_KEY to a key of the account\. The server prints the key of the demonstration account.*`parley demo`.*Developers, API keys\.\n$/ms
    for (const [apiKey, fault] of [
      [undefined, 'The command has no API key.'],
      ['1|wrong', 'The server does not know the API key.'],
    ] as const) {
      const { code, out, err } = await api(['accounts.me'], apiKey ? { apiKey } : {})
      assert.deepEqual([code, out, advice.exec(err)?.[1]], [1, '', `Unauthenticated. (401)\n${fault}`])
    }
  })

  test('prints validation errors by field', async () => {
    const { code, out, err } = await api(['catalogues.models', '--type', 'gpt'])
    assert.deepEqual([code, out], [1, ''])
    assert.equal(err, 'The selected type is invalid. (422)\n  type: The selected type is invalid.\n')
  })

  test('prints a streamed answer line by line', async () => {
    const { data } = await answerOf('assistants.create', '--name', 'Ada')
    const { data: made } = await answerOf('assistants.get', '--id', String(data.id))
    const { conversation_id: uuid } = await answerOf('conversations.create', '--assistant_id', made.uuid, '--type=test')
    const { code, out, err } = await api(['conversations.sendMessage', '--uuid', uuid, '--message', 'Hi', '--stream'])
    assert.deepEqual({ code, err }, { code: 0, err: '' })
    const pieces = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const { done } = pieces.pop()
    assert.ok(pieces.length > 0)
    assert.equal(pieces.map(({ delta }) => delta).join(''), done.message)
  })

  test('sends the idempotency key', async () => {
    const { data } = await answerOf('assistants.create', '--name', 'Ada')
    const say = ['conversations.generateReply', '--assistant_id', String(data.id), '--customer_identifier', 'c-1']
    const first = await answerOf(...say, '--message', 'Hi', '--idempotency-key', 'once')
    assert.deepEqual(await answerOf(...say, '--message', 'Hi', '--idempotency-key', 'once'), first)
    const { code, err } = await api([...say, '--message', 'Other', '--idempotency-key', 'once'])
    assert.equal(code, 1)
    assert.match(err, /used before with another request/)
  })

  test('reports a server that cannot be reached', async () => {
    const address = `http://127.0.0.1:${await freePort()}`
    const { code, out, err } = await api(['accounts.me', '--base-url', address])
    const advice = 'Start it with `npm start`, or set PARLEY_URL to the address of a running server.'
    assert.deepEqual([code, out], [1, ''])
    assert.equal(err, `The server at ${address} cannot be reached (ECONNREFUSED). ${advice}\n`)
    const { promise, resolve } = Promise.withResolvers<string>()
    execFile(
      process.execPath,
      ['cli/main.ts', 'call', 'explain', '1'],
      { env: { PARLEY_URL: address } },
      (_, __, said) => resolve(said),
    )
    assert.equal(await promise, err)
  })

  test('explains wrong usage', async () => {
    const wrong: [string[], RegExp][] = [
      [['accounts.none'], /Unknown endpoint accounts\.none\. Did you mean one of accounts\.me,/],
      [['none'], /Unknown endpoint none\. Run `parley api` to list all endpoints/],
      [['accounts.createApiKey', 'name'], /Unexpected argument name\./],
      [['accounts.createApiKey', '--nam', 'x'], /accounts\.createApiKey has no field nam\./],
      [['accounts.createApiKey', '--json', '{"nam":1}'], /accounts\.createApiKey has no field nam\./],
      [['accounts.createApiKey', '--json', '[]'], /--json must be a JSON object/],
      [['accounts.createApiKey', '--json', '{'], /--json is not valid JSON/],
      [['accounts.createApiKey', '--name'], /--name needs a value/],
      [['accounts.createApiKey', '--name', 'a', '--name', 'b'], /--name accepts only one value/],
      [['accounts.createApiKey', '--api-key'], /--api-key needs a value/],
      [['accounts.deleteApiKey'], /needs --id/],
      [['accounts.me', '--stream'], /accounts\.me does not support --stream/],
      [['accounts.me', '--base-url', 'localhost:8080'], /PARLEY_URL or --base-url must begin with http/],
      [['assistants.create', '--variables', 'city=Oslo'], /--variables is not valid JSON/],
    ]
    for (const [args, words] of wrong) {
      const { code, out, err } = await api(args)
      assert.deepEqual([code, out], [2, ''], args.join(' '))
      assert.match(err, words)
    }
  })
})
