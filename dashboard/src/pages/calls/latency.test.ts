// Tests of dividing the time until an answer into its steps.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partsOf, spanOfChoice, type Turn, totalOf } from './latency.ts'

const turn = (values: Partial<Turn>): Turn => ({
  at_ms: 10_000,
  recognized_ms: null,
  decided_ms: null,
  first_token_ms: null,
  first_audio_ms: null,
  first_audio_sent_ms: null,
  heard_ms: null,
  retrieval_ms: null,
  ...values,
})

const usual = turn({
  recognized_ms: 200,
  decided_ms: 450,
  first_token_ms: 700,
  first_audio_ms: 820,
  first_audio_sent_ms: 821,
  heard_ms: 900,
  retrieval_ms: 90,
})

test('each step has the time since the step before it', () => {
  assert.deepEqual(
    partsOf(usual).map(({ step, fromMs, toMs }) => [step, toMs - fromMs]),
    [
      ['recognized', 200],
      ['decided', 250],
      ['first_token', 250],
      ['first_audio', 120],
      ['first_audio_sent', 1],
      ['heard', 79],
    ],
  )
  assert.equal(totalOf(usual), 900)
})

test('a model that answers before the turn is complete has its own part', () => {
  const parts = partsOf(turn({ recognized_ms: 242, decided_ms: 462, first_token_ms: 280, first_audio_sent_ms: 462 }))
  assert.deepEqual(parts, [
    { step: 'recognized', fromMs: 0, toMs: 242 },
    { step: 'first_token', fromMs: 242, toMs: 280 },
    { step: 'decided', fromMs: 280, toMs: 462 },
    { step: 'first_audio_sent', fromMs: 462, toMs: 462 },
  ])
})

test('values are marked on the time axis of the recording', () => {
  assert.deepEqual(spanOfChoice(usual, 'first_token'), { fromMs: 10_450, toMs: 10_700 })
  assert.deepEqual(spanOfChoice(usual, 'total'), { fromMs: 10_000, toMs: 10_900 })
  assert.deepEqual(spanOfChoice(usual, 'retrieval'), { fromMs: 10_610, toMs: 10_700 })
  assert.equal(spanOfChoice(turn({}), 'total'), undefined)
  assert.equal(spanOfChoice(turn({}), 'heard'), undefined)
  assert.equal(spanOfChoice(turn({}), 'retrieval'), undefined)
})
