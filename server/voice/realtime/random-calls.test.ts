// Random calls with a scripted realtime model in virtual time: no call gets stuck or silent, and no sound is stale.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  assertAnswered,
  assertStopped,
  checkRandomRealtimeCalls,
  type RandomCall,
} from '#testing/calls/random-calls.ts'

const { CALLS: calls, SEED: seed } = process.env

const checkAll = (check: (random: RandomCall) => void) =>
  checkRandomRealtimeCalls({ calls: Number(calls ?? 250), seed: seed ? Number(seed) : undefined }, check)

it('never gets stuck, and never misuses the model', () =>
  checkAll(({ call, maxDurationMs }) => {
    assert.equal(call.ends.length, 1)
    assert.ok(call.clock.now() <= maxDurationMs + 100)
    assert.deepEqual(call.realtime!.events.violations, [])
  }))

/** The first phrase that covers a wait is skipped, so a customer can wait for 10.5 seconds, and for the words before. */
const answerMs = 25_000

it('answers a question within 25 seconds, or ends', () =>
  checkAll((random) => assertAnswered(random, { withinMs: answerMs })))

it('plays nothing of an answer after its interruption', () =>
  checkAll((random) => assertStopped(random, (code) => random.call.realtime!.textOf(code))))
