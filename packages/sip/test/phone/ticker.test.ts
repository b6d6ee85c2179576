// Tests of the tick that all calls of a telephone share.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTicker } from '../../src/phone/ticker.ts'

it('a listener that throws is reported, and ends neither its own ticks nor those of others', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  let nowMs = 0
  const failures: unknown[] = []
  const ticks = [0, 0]
  const onTick = createTicker(
    (error) => failures.push(error),
    () => nowMs,
  )
  const error = new Error('of a handler')
  const stops = [
    onTick(() => {
      ticks[0]!++
      throw error
    }),
    onTick(() => void ticks[1]!++),
  ]
  for (let tick = 0; tick < 3; tick++) {
    nowMs += 20
    context.mock.timers.tick(20)
  }
  assert.deepEqual(
    [ticks, failures],
    [
      [3, 3],
      [error, error, error],
    ],
  )
  for (const stop of stops) stop()
})

it('errors are thrown in the next turn of the event loop by default, after the listeners of the tick', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'setImmediate'] })
  let [nowMs, ticks] = [0, 0]
  const onTick = createTicker(undefined, () => nowMs)
  const stops = [
    onTick(() => {
      throw new Error('of a handler')
    }),
    onTick(() => void ticks++),
  ]
  nowMs = 20
  assert.throws(() => context.mock.timers.tick(20), /of a handler/)
  assert.equal(ticks, 1)
  for (const stop of stops) stop()
})
