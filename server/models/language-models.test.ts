// Who answers: configured vendors, stand-ins, fallbacks and the offline model.
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

test('without any vendor the offline model answers for everyone', async () => {
  const models = createLanguageModels({ log })
  assert.deepEqual((await answer(models, { model: gpt })).by, offline)
  assert.deepEqual((await answer(models, { model: claude, fallback: gpt })).by, offline)
  assert.deepEqual(models.describe(), [
    { vendor: 'offline', mode: 'offline', detail: 'built in, answers for every vendor' },
  ])
})

test('a configured vendor answers for itself and for those that are missing, the offline model only for itself', async () => {
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

test('the fallback answers when the first model fails before its first word', async () => {
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

test('the fallback stays silent after the first word', async () => {
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

test('when the fallback fails too, the failure that is worth another try is told', async () => {
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

test('tells who is asked, and at the end whose failure it is', async () => {
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

test('a fallback that is the same model is not asked', async () => {
  await using openai = await startScriptedOpenAi({ script: { status: 400 } })
  const models = createLanguageModels({ openai: { baseUrl: openai.baseUrl, model: 'any' }, log })
  await failureOf(answer(models, { model: claude, fallback: { vendor: 'google', code: 'gemini' } }))
  assert.equal(openai.requests.length, 1)
})

test('a server that is always asked for one model is asked for it once, whatever the fallback is called', async () => {
  await using openai = await startScriptedOpenAi({ script: { status: 400 } })
  const models = createLanguageModels({ openai: { baseUrl: openai.baseUrl, model: 'any' }, log })
  await failureOf(answer(models, { model: gpt, fallback: { vendor: 'openai', code: 'gpt-4.1' } }))
  assert.equal(openai.requests.length, 1)
})

test('a caller who hangs up during the pause before a retry is not kept', async () => {
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
