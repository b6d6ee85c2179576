// Tests of the prices and the latency beside the choices of an assistant, as the calls of the account have measured them.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestAccount } from '#testing/app/test-app.ts'
import { addMeasuredCall, heardAfter } from '#testing/calls/measured-calls.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())

const served = { model: 'openai/gpt-4.1-mini', recognizer: 'deepgram', synthesizer: 'elevenlabs' }

async function metricsOf({ client }: TestAccount) {
  const { data, ...rest } = await client.catalogues.choiceMetrics()
  const find = (kind: (typeof data)[number]['kind'], id: number) =>
    data.find((each) => each.kind === kind && each.id === id)
  return { ...rest, find }
}

describe('the metrics of choices', () => {
  it('are list prices with their page and day, and the price of the account, before the first call', async () => {
    const metrics = await metricsOf(await parley.createAccount())
    assert.deepEqual([metrics.call_minute_usd, metrics.measured_days, metrics.measured_calls], [0.12, 30, 0])
    assert.deepEqual(metrics.find('llm', 1), {
      kind: 'llm',
      id: 1,
      minute_usd: null,
      list_price: {
        product: 'GPT-4.1 mini',
        unit: 'million_tokens',
        input_usd: 0.4,
        output_usd: 1.6,
        as_of: '2026-07-24',
        source: 'https://developers.openai.com/api/docs/pricing',
      },
      latency: null,
    })
    assert.equal(metrics.find('transcriber', 1)!.minute_usd, 0.0058)
    assert.equal(metrics.find('synthesizer', 1), undefined)
    assert.equal(metrics.find('synthesizer', 3)!.minute_usd, null)
  })

  it('measure each model and vendor in the calls of the account only', async () => {
    const owner = await parley.createAccount()
    const assistant = await parley.createCallingAssistant({ owner, assistant: {} })
    await addMeasuredCall(parley, owner, assistant.id, served, heardAfter(600, 900, 700))
    await addMeasuredCall(parley, owner, assistant.id, served, heardAfter(800, 1_000))
    // Nothing is known of what several have done.
    await addMeasuredCall(parley, owner, assistant.id, {}, heardAfter(9_000))
    const metrics = await metricsOf(owner)
    assert.equal(metrics.measured_calls, 3)
    assert.deepEqual(metrics.find('llm', 1)!.latency, { median_ms: 800, answers: 5 })
    assert.deepEqual(metrics.find('transcriber', 1)!.latency, { median_ms: 101, answers: 5 })
    assert.deepEqual(metrics.find('synthesizer', 1)!.latency, { median_ms: 150, answers: 5 })
    assert.equal(metrics.find('llm', 2)!.latency, null)
    const other = await metricsOf(await parley.createAccount())
    assert.deepEqual([other.measured_calls, other.find('llm', 1)!.latency], [0, null])
  })

  it('price a minute of a call with the tokens and characters that its minutes have used', async () => {
    const owner = await parley.createAccount()
    const assistant = await parley.createCallingAssistant({ owner, assistant: {} })
    await addMeasuredCall(parley, owner, assistant.id, served)
    // The built-in model has other tokens.
    await addMeasuredCall(parley, owner, assistant.id, { model: 'offline/parley-offline', inputTokens: 900_000 })
    const metrics = await metricsOf(owner)
    // 15,000 tokens in and 750 out per minute, at 0.40 and 1.60 dollars per million.
    assert.equal(metrics.find('llm', 1)!.minute_usd, 0.0072)
    assert.equal(metrics.find('llm', 2)!.minute_usd, 0.036)
    // 500 characters per minute, at 0.03 dollars per thousand.
    assert.equal(metrics.find('synthesizer', 3)!.minute_usd, 0.015)
    assert.deepEqual(metrics.find('llm', 23), {
      kind: 'llm',
      id: 23,
      minute_usd: null,
      list_price: null,
      latency: { median_ms: 700, answers: 1 },
    })
  })

  it('leave out calls of more than 30 days ago', async () => {
    const owner = await parley.createAccount()
    const assistant = await parley.createCallingAssistant({ owner, assistant: {} })
    const callId = await addMeasuredCall(parley, owner, assistant.id, served)
    assert.equal((await metricsOf(owner)).find('llm', 1)!.latency!.answers, 1)
    const { db } = parley.app.context
    await sql`
      update calls set created_at = app_now() - interval '31 days'
      where account_id = ${owner.account.id} and id = ${callId}`.execute(db)
    assert.equal((await metricsOf(owner)).find('llm', 1)!.latency, null)
  })
})
