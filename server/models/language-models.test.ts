// Tests of the selection of models: vendors, fallbacks and the offline model.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '#server/platform/observability/log.ts'
import type { Generation, GenerationEvent, LanguageModel, ModelRef } from '#server/ports/language-model.ts'
import { failureOf } from '#server/testing/expect-refusal.ts'
import { createLanguageModels } from './language-models.ts'
import { startScriptedAnthropic } from './scripted/anthropic-server.ts'
import { startScriptedOpenAi } from './scripted/openai-server.ts'

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

test('without any vendor the offline model answers', async () => {
  const models = createLanguageModels({ log })
  assert.deepEqual((await answer(models, { model: gpt })).by, offline)
  assert.deepEqual((await answer(models, { model: claude, fallback: gpt })).by, offline)
  assert.deepEqual(models.describe(), [
    { vendor: 'offline', mode: 'offline', detail: 'built in, answers for every vendor' },
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
  await using openai = await startScriptedOpenAi()
  await using anthropic = await startScriptedAnthropic({ script: 'Here is Claude.' })
  const models = createLanguageModels({
    openai: { baseUrl: openai.baseUrl, model: 'any' },
    anthropic: { apiKey: 'key', baseUrl: anthropic.baseUrl },
    firstTokenTimeoutMs: 500,
    log,
  })
  const cases = [
    { script: { status: 400 }, asked: 1 },
    { script: { status: 401 }, asked: 1 },
    { script: { status: 500, headers: { 'retry-after-ms': '1' } }, asked: 2 },
    { script: { pieces: [] }, asked: 2 },
    { script: { pieces: [{ stall: true as const }] }, asked: 1 },
  ]
  for (const { script, asked } of cases) {
    openai.use(script)
    openai.requests.length = 0
    const { text, by } = await answer(models, { model: gpt, fallback: claude })
    assert.equal(text, 'Here is Claude.')
    assert.deepEqual(by, claude)
    assert.equal(openai.requests.length, asked)
  }
})

test('the fallback is not used after the first output', async () => {
  await using openai = await startScriptedOpenAi({ script: { pieces: ['Well, ', { cut: true }] } })
  await using anthropic = await startScriptedAnthropic()
  const models = createLanguageModels({
    openai: { baseUrl: openai.baseUrl, model: 'any' },
    anthropic: { apiKey: 'key', baseUrl: anthropic.baseUrl },
    log,
  })
  const failure = await failureOf(answer(models, { model: gpt, fallback: claude }))
  assert.equal(failure.code, 'unavailable')
  assert.equal(anthropic.requests.length, 0)
})

test('if the fallback fails too, the retryable failure is reported', async () => {
  await using openai = await startScriptedOpenAi({ script: { status: 503, headers: { 'retry-after': '60' } } })
  await using anthropic = await startScriptedAnthropic({ apiKey: 'another' })
  const models = createLanguageModels({
    openai: { baseUrl: openai.baseUrl, model: 'any' },
    anthropic: { apiKey: 'key', baseUrl: anthropic.baseUrl },
    log,
  })
  assert.equal((await failureOf(answer(models, { model: gpt, fallback: claude }))).code, 'unavailable')
  assert.equal((await failureOf(answer(models, { model: claude, fallback: gpt }))).code, 'unavailable')
  openai.use({ status: 400 })
  assert.equal((await failureOf(answer(models, { model: claude, fallback: gpt }))).code, 'unauthorised')
})

test('reports the model that is asked, and finally the one that failed', async () => {
  await using openai = await startScriptedOpenAi({ script: { status: 503, headers: { 'retry-after': '60' } } })
  await using anthropic = await startScriptedAnthropic({ apiKey: 'another' })
  const vendors = {
    openai: { baseUrl: openai.baseUrl, model: 'any' },
    anthropic: { apiKey: 'key', baseUrl: anthropic.baseUrl },
  }
  const asked: string[] = []
  const asks = ({ code }: ModelRef) => void asked.push(code)
  await failureOf(answer(createLanguageModels({ ...vendors, log }), { model: gpt, fallback: claude, asks }))
  assert.deepEqual([...new Set(asked)], ['any', claude.code])
  assert.equal(asked.at(-1), 'any')
})

test('a fallback with the same model is not asked', async () => {
  await using openai = await startScriptedOpenAi({ script: { status: 400 } })
  const models = createLanguageModels({ openai: { baseUrl: openai.baseUrl, model: 'any' }, log })
  await failureOf(answer(models, { model: claude, fallback: { vendor: 'google', code: 'gemini' } }))
  assert.equal(openai.requests.length, 1)
})

test('a server with a single model is asked once, for any fallback', async () => {
  await using openai = await startScriptedOpenAi({ script: { status: 400 } })
  const models = createLanguageModels({ openai: { baseUrl: openai.baseUrl, model: 'any' }, log })
  await failureOf(answer(models, { model: gpt, fallback: { vendor: 'openai', code: 'gpt-4.1' } }))
  assert.equal(openai.requests.length, 1)
})

test('a caller can abort during the delay before a retry', async () => {
  const caller = new AbortController()
  await using openai = await startScriptedOpenAi({
    script: () => {
      setImmediate(() => caller.abort(new Error('hung up')))
      return { status: 429, headers: { 'retry-after': '2' } }
    },
  })
  const models = createLanguageModels({ openai: { baseUrl: openai.baseUrl, model: 'any' }, log })
  await assert.rejects(answer(models, { model: gpt, fallback: claude, signal: caller.signal }), /hung up/)
  assert.equal(openai.requests.length, 1)
})
