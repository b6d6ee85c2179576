// Tests of the AI SDK adapters against servers with the protocols of the vendors.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { answerThrough } from '#server/models/language-models.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { startScriptedAnthropic } from '#testing/language-models/anthropic-server.ts'
import { startScriptedGoogle } from '#testing/language-models/google-server.ts'
import { startScriptedOpenAi } from '#testing/language-models/openai-server.ts'
import type { ScriptedServer, ScriptedServerOptions } from '#testing/language-models/server.ts'
import { failureOf } from '#testing/requests/expect-refusal.ts'
import {
  finishOf,
  type LanguageModelSetup,
  type LanguageModelSetupOptions,
  languageModelSuite,
  listen,
  weatherTool,
} from '#testing/suites/language-model.ts'
import { outsideLanguageModelSuite } from '#testing/suites/outside-language-model.ts'
import { createVendors, openAiVendor, type Vendor, type VendorOptions } from './vendors.ts'

const log = createLog({ level: 'silent', pretty: false })
const secret = 'sk_verysecretkeyofours'

/** A model with these vendors, without a server to close. */
const openModel = (vendors: VendorOptions, code = 'scripted-model'): LanguageModelSetup => ({
  model: answerThrough(createVendors(vendors), { log }),
  ref: { vendor: Object.keys(vendors)[0]!, code },
  async [Symbol.asyncDispose]() {},
})

function setupFor(
  vendor: string,
  start: (options: ScriptedServerOptions) => Promise<ScriptedServer>,
  connect: (baseUrl: string) => Vendor[],
) {
  return async ({ script, ...limits }: LanguageModelSetupOptions = {}) => {
    const server = await start({ script, apiKey: secret })
    const model = answerThrough(connect(server.baseUrl), { ...limits, log })
    return {
      model,
      ref: { vendor, code: 'scripted-model' },
      vendor: server,
      secret,
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    }
  }
}

const openAi = setupFor('openai', startScriptedOpenAi, (baseUrl) => [openAiVendor(secret, { baseUrl })])
const compatible = setupFor('openai', startScriptedOpenAi, (baseUrl) =>
  createVendors({ openai: { apiKey: secret, baseUrl, model: 'scripted-model' } }),
)
const anthropic = setupFor('anthropic', startScriptedAnthropic, (baseUrl) =>
  createVendors({ anthropic: { apiKey: secret, baseUrl } }),
)
const google = setupFor('google', startScriptedGoogle, (baseUrl) =>
  createVendors({ google: { apiKey: secret, baseUrl } }),
)

for (const [name, open] of Object.entries({ openAi, compatible, anthropic, google })) {
  languageModelSuite(name, open)
  outsideLanguageModelSuite(name, open)
}

for (const [name, open] of Object.entries({ openAi, compatible, anthropic })) {
  test(`${name}: rejects a tool call whose arguments are not a JSON object`, async () => {
    for (const broken of ['{"city": "Ro', '["Rome"]', '"Rome"', 'Rome']) {
      await using setup = await open({ script: { pieces: [{ tool: 'get_weather', arguments: broken, fragments: 2 }] } })
      const failure = await failureOf(listen(setup, { tools: [weatherTool] }))
      assert.equal(failure.code, 'bad_tool_call')
      assert.equal(setup.vendor.requests.length, 2)
    }
  })
}

test('a vendor that cannot be reached is unavailable', async () => {
  const server = await startScriptedOpenAi()
  await server[Symbol.asyncDispose]()
  const failure = await failureOf(listen(openModel({ openai: { baseUrl: server.baseUrl, model: 'any' } })))
  assert.deepEqual([failure.code, failure.retryable], ['unavailable', true])
})

test('a key that is not valid in a header is not part of the error', async () => {
  await using server = await startScriptedOpenAi()
  const openai = { baseUrl: server.baseUrl, apiKey: 'schlüssel‐geheim', model: 'any' }
  const failure = await failureOf(listen(openModel({ openai })))
  assert.ok(!`${failure.message} ${failure.stack} ${String(failure.cause)}`.includes('geheim'))
})

test('openAi: an exhausted quota is not a rate limit', async () => {
  await using setup = await openAi({ script: { status: 429, code: 'insufficient_quota' } })
  const { code, retryable } = await failureOf(listen(setup))
  assert.deepEqual([code, retryable, setup.vendor.requests.length], ['quota_exhausted', false, 1])
})

test('google: a rejected key is reported', async () => {
  await using server = await startScriptedGoogle({ apiKey: 'another' })
  const setup = openModel({ google: { apiKey: secret, baseUrl: server.baseUrl } })
  assert.equal((await failureOf(listen(setup))).code, 'unauthorised')
})

test('compatible: reasoning in the text is removed', async () => {
  await using setup = await compatible()
  const { vendor } = setup
  vendor.use({ pieces: ['<th', 'ink>The user wants', ' a greeting.</thi', 'nk>\n\n', 'Good', ' day'] })
  assert.equal((await listen(setup)).text, 'Good day')
  vendor.use({ pieces: ['<', '3 from us'] })
  assert.equal((await listen(setup)).text, '<3 from us')
  vendor.use({ pieces: ['<think>for ever'] })
  assert.equal((await failureOf(listen(setup))).code, 'empty_answer')
})

test('compatible: surrogate pairs that are split between deltas are joined', async () => {
  await using setup = await compatible({ script: { pieces: ['Hi \ud83d', '\ude00!', ' \ud83d'] } })
  const { text } = await listen(setup)
  assert.equal(text, 'Hi 😀! \ufffd')
})

test('compatible: roles alternate and the user is first, as the templates of Mistral and Gemma require', async () => {
  await using setup = await compatible()
  const call = { id: 'call_1', name: 'get_weather', arguments: {} }
  await listen(setup, {
    messages: [
      { role: 'system', content: 'You are Anna.' },
      { role: 'assistant', content: 'Hello, this is Anna.' },
      { role: 'user', content: 'Are you there?' },
      { role: 'user', content: 'Hello?' },
      { role: 'assistant', content: 'A person here.' },
      { role: 'assistant', content: 'I am looking.', toolCalls: [call] },
      { role: 'tool', toolCallId: 'call_1', toolName: 'get_weather', content: 'Rain' },
    ],
    tools: [weatherTool],
  })
  const { messages } = setup.vendor.requests.at(-1)!.body as { messages: { role: string; content: string }[] }
  assert.deepEqual(
    messages.map(({ role, content }) => [role, content]),
    [
      ['system', 'You are Anna.'],
      ['user', '(The conversation begins.)'],
      ['assistant', 'Hello, this is Anna.'],
      ['user', 'Are you there?\n\nHello?'],
      ['assistant', 'A person here.\n\nI am looking.'],
      ['tool', 'Rain'],
    ],
  )
})

test('compatible: a response in another protocol is reported', async () => {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'text/html' }).end(answers[0])
  })
  const answers = ['<html>Welcome</html>', 'data: {nonsense\n\n', 'data: {"choices":"none"}\n\n', '']
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    const setup = openModel({ openai: { baseUrl, model: 'any' } })
    while (answers.length > 1) {
      const { code, message, retryable } = await failureOf(listen(setup))
      const expected = ['unreadable', 'The language model’s answer cannot be read.', true]
      assert.deepEqual([code, message, retryable], expected, answers[0])
      answers.shift()
    }
  } finally {
    server.close()
    server.closeAllConnections()
  }
})

test('compatible: the list of models is requested once', async () => {
  await using server = await startScriptedOpenAi({ models: ['nomic-embed-text', 'llama3.2:latest', 'qwen3'] })
  const setup = openModel({ openai: { baseUrl: server.baseUrl } })
  const ask = async (code: string) =>
    finishOf((await listen({ ...setup, ref: { vendor: 'openai', code } })).events).model.code
  assert.equal(await ask('qwen3'), 'qwen3')
  assert.equal(await ask('llama3.2'), 'llama3.2:latest')
  assert.equal(await ask('gpt-4.1'), 'llama3.2:latest')
  assert.equal(server.requests.filter(({ path }) => path === '/v1/models').length, 1)
  assert.ok(server.requests.every(({ headers }) => headers.authorization === undefined))
})

test('compatible: names of models that cannot be stored are ignored', async () => {
  await using server = await startScriptedOpenAi({ models: ['a\0b', 'two words', 'x'.repeat(201), '', 'qwen3'] })
  const setup = openModel({ openai: { baseUrl: server.baseUrl } })
  const { events } = await listen({ ...setup, ref: { vendor: 'openai', code: 'gpt-4.1' } })
  assert.equal(finishOf(events).model.code, 'qwen3')
})

test('openAi: a request whose picture is refused is repeated without pictures', async () => {
  await using setup = await openAi({ script: { status: 400 } })
  const data = Buffer.from('no picture')
  const file = { kind: 'picture', name: 'lid.png', contentType: 'image/png', data } as const
  const answer = listen(setup, { messages: [{ role: 'user', content: 'Look', files: [file] }] })
  assert.equal((await failureOf(answer)).code, 'bad_request')
  const bodies = setup.vendor.requests.map(({ body }) => JSON.stringify(body))
  assert.deepEqual(
    bodies.map((body) => [body.includes('image_url'), body.includes('could not be read')]),
    [
      [true, false],
      [false, true],
    ],
  )
})
