// Tests of the selection of models: vendors, fallbacks and the offline model.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '#server/platform/observability/log.ts'
import type { Generation, GenerationEvent, LanguageModel, ModelRef } from '#server/ports/language-model.ts'
import { startScriptedAnthropic } from '#testing/language-models/anthropic-server.ts'
import { startScriptedOpenAi } from '#testing/language-models/openai-server.ts'
import type { Script } from '#testing/language-models/script.ts'
import { failureOf } from '#testing/requests/expect-refusal.ts'
import { createLanguageModels } from './language-models.ts'

const log = createLog({ level: 'silent', pretty: false })
const messages: Generation['messages'] = [{ role: 'user', content: 'Hello' }]
const gpt = { vendor: 'openai', code: 'gpt-4.1-mini' }
const claude = { vendor: 'anthropic', code: 'claude-haiku-4-5' }
const offline = { vendor: 'offline', code: 'parley-offline' }

async function answer(model: LanguageModel, generation: Omit<Generation, 'messages'>) {
  const events: GenerationEvent[] = []
  for await (const event of model.stream({ messages, ...generation })) events.push(event)
  const last = events.at(-1)
  assert.ok(last?.type === 'finish')
  const text = events.map((event) => (event.type === 'text' ? event.delta : '')).join('')
  return { text, by: last.model }
}

/** Both vendors; OpenAI's server has one model. */
async function openBoth(script?: Script, options: { apiKey?: string; script?: Script } = {}) {
  await using stack = new AsyncDisposableStack()
  const openai = stack.use(await startScriptedOpenAi({ script }))
  const anthropic = stack.use(await startScriptedAnthropic(options))
  const models = createLanguageModels({
    openai: { baseUrl: openai.baseUrl, model: 'any' },
    anthropic: { apiKey: 'key', baseUrl: anthropic.baseUrl },
    firstTokenTimeoutMs: 500,
    log,
  })
  const opened = stack.move()
  return { openai, anthropic, models, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

test('without any vendor the offline model answers', async () => {
  const models = createLanguageModels({ log })
  assert.deepEqual((await answer(models, { model: gpt })).by, offline)
  assert.deepEqual((await answer(models, { model: claude, fallback: gpt })).by, offline)
  assert.deepEqual(models.describe(), [
    { vendor: 'offline', mode: 'offline', detail: 'built in, and answers for every vendor' },
  ])
})

test('a configured vendor also answers for missing ones, the offline model only for itself', async () => {
  await using server = await startScriptedAnthropic({ apiKey: 'key' })
  const models = createLanguageModels({ anthropic: { apiKey: 'key', baseUrl: server.baseUrl }, log })
  const opus = { vendor: 'anthropic', code: 'claude-opus-4-1' }
  assert.deepEqual((await answer(models, { model: opus })).by, opus)
  assert.deepEqual((await answer(models, { model: gpt })).by, claude)
  assert.deepEqual((await answer(models, { model: { vendor: 'groq', code: 'llama' } })).by, claude)
  assert.deepEqual((await answer(models, { model: offline })).by, offline)
  assert.equal(server.requests.length, 3)
})

test('the description names vendors and addresses, never a key', () => {
  const described = createLanguageModels({
    openai: { apiKey: 'sk-1', baseUrl: 'http://user:pass@127.0.0.1:11434/v1?token=t', model: 'qwen3' },
    google: { apiKey: 'g-1' },
    log,
  }).describe()
  assert.deepEqual(
    described.map(({ vendor, mode }) => `${vendor} ${mode}`),
    ['openai live', 'google live', 'offline offline'],
  )
  assert.equal(described[0]?.detail, 'http://127.0.0.1:11434/v1, always qwen3')
  assert.doesNotMatch(JSON.stringify(described), /sk-1|g-1|pass|token/)
})

test('the fallback answers if the first model fails before its first output', async () => {
  await using setup = await openBoth(undefined, { script: 'Here is Claude.' })
  const { openai, models } = setup
  for (const [script, asked] of [
    [{ status: 400 }, 1],
    [{ status: 401 }, 1],
    [{ status: 500, headers: { 'retry-after-ms': '1' } }, 2],
    [{ pieces: [] }, 2],
    [{ pieces: [{ stall: true as const }] }, 1],
  ] as [Script, number][]) {
    openai.use(script)
    openai.requests.length = 0
    const expected = { text: 'Here is Claude.', by: claude }
    assert.deepEqual(await answer(models, { model: gpt, fallback: claude }), expected)
    assert.equal(openai.requests.length, asked)
  }
})

test('the fallback is not used after the first output', async () => {
  await using setup = await openBoth({ pieces: ['Well, ', { cut: true }] })
  const failure = await failureOf(answer(setup.models, { model: gpt, fallback: claude }))
  assert.equal(failure.code, 'unavailable')
  assert.equal(setup.anthropic.requests.length, 0)
})

test('if the fallback fails too, the retryable failure and its model are reported', async () => {
  await using setup = await openBoth({ status: 503, headers: { 'retry-after': '60' } }, { apiKey: 'another' })
  const asked: string[] = []
  const asks = ({ code }: ModelRef) => void asked.push(code)
  const codeOf = async (model: ModelRef, fallback: ModelRef) =>
    (await failureOf(answer(setup.models, { model, fallback, asks }))).code
  assert.equal(await codeOf(gpt, claude), 'unavailable')
  assert.deepEqual([...new Set(asked)], ['any', claude.code])
  assert.equal(asked.at(-1), 'any')
  assert.equal(await codeOf(claude, gpt), 'unavailable')
  setup.openai.use({ status: 400 })
  assert.equal(await codeOf(claude, gpt), 'unauthorised')
})

test('a server with a single model is asked once, for any model and fallback', async () => {
  await using openai = await startScriptedOpenAi({ script: { status: 400 } })
  const models = createLanguageModels({ openai: { baseUrl: openai.baseUrl, model: 'any' }, log })
  await failureOf(answer(models, { model: claude, fallback: { vendor: 'google', code: 'gemini' } }))
  await failureOf(answer(models, { model: gpt, fallback: { vendor: 'openai', code: 'gpt-4.1' } }))
  assert.equal(openai.requests.length, 2)
})

test('a caller can abort during the delay before a retry', async () => {
  const caller = new AbortController()
  await using setup = await openBoth(() => {
    setImmediate(() => caller.abort(new Error('hung up')))
    return { status: 429, headers: { 'retry-after': '2' } }
  })
  await assert.rejects(answer(setup.models, { model: gpt, fallback: claude, signal: caller.signal }), /hung up/)
  assert.equal(setup.openai.requests.length, 1)
})
