// Random calls with a scripted realtime model in virtual time: no call gets stuck or silent, and no sound is stale.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { checkRandomRealtimeCalls, type RandomCall } from '../testing/random-calls.ts'

const { CALLS: calls, SEED: seed } = process.env

const checkAll = (check: (random: RandomCall) => void) =>
  checkRandomRealtimeCalls({ calls: Number(calls ?? 250), seed: seed ? Number(seed) : undefined }, check)

it('never gets stuck, and never misuses the model', () =>
  checkAll(({ call, maxDurationMs }) => {
    assert.equal(call.ends.length, 1)
    assert.ok(call.clock.now() <= maxDurationMs + 100)
    assert.deepEqual(call.realtime!.events.violations, [])
  }))

/** The first phrase that covers a wait is skipped, so a caller can wait for 10.5 seconds, and for the words before. */
const answerMs = 25_000

it('answers a question within 25 seconds, or ends', () =>
  checkAll(({ call, lastQuestionMs }) => {
    if (lastQuestionMs === undefined) return
    const { sounds } = call.line
    const speaking = sounds.find(({ fromMs, toMs }) => fromMs <= lastQuestionMs && toMs > lastQuestionMs)
    const next = sounds.find(({ fromMs }) => fromMs > lastQuestionMs)?.fromMs ?? call.clock.now()
    assert.ok(next <= (speaking?.toMs ?? lastQuestionMs) + answerMs, `asked at ${lastQuestionMs}, heard at ${next}`)
  }))

it('plays nothing of an answer after its interruption', () =>
  checkAll(({ call }) => {
    for (const { type, atMs } of call.engine.record.timeline) {
      if (type !== 'interrupted') continue
      const before = new Set(call.line.sounds.filter(({ fromMs }) => fromMs < atMs).map(({ code }) => code))
      const after = call.line.sounds.filter(({ code, toMs }) => before.has(code) && toMs > atMs + 20)
      const repeated = after.map(({ code }) => call.realtime!.textOf(code) ?? '').filter((text) => /\d\.\d$/.test(text))
      assert.deepEqual(repeated, [], `interrupted at ${atMs}`)
    }
  }))
