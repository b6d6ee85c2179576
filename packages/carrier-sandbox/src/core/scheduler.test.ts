// The scheduler: what falls due is done in order, by the clock and by turning it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createScheduler } from './scheduler.ts'

const fail = (error: unknown) => assert.fail(String(error))
const standing = { now: () => new Date(0) }

test('work is done in the order in which it falls due, equals in the order in which they were asked for', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(20), { maxLength: 40 }), async (delays) => {
      using scheduler = createScheduler(standing, fail)
      const done: { at: number; dueMs: number; nowMs: number }[] = []
      delays.forEach((delay, at) => {
        const dueMs = (delay + 1) * 60_000
        scheduler.after(dueMs, () => void done.push({ at, dueMs, nowMs: scheduler.nowMs() }))
      })
      await scheduler.forward(21 * 60_000)
      const expected = delays
        .map((delay, at) => ({ at, dueMs: (delay + 1) * 60_000 }))
        .sort((a, b) => a.dueMs - b.dueMs || a.at - b.at)
      assert.deepEqual(
        done,
        expected.map((one) => ({ ...one, nowMs: one.dueMs })),
      )
    }),
  )
})

test('work that leads to work is followed on the way, and waited for', async () => {
  using scheduler = createScheduler(standing, fail)
  const done: number[] = []
  const next = async () => {
    await new Promise(setImmediate)
    done.push(scheduler.nowMs())
    scheduler.after(1_000, next)
  }
  scheduler.after(0, next)
  await scheduler.forward(3_500)
  assert.deepEqual(done, [0, 1_000, 2_000, 3_000])
  assert.equal(scheduler.nowMs(), 3_500)
})

test('goes by itself on a clock that goes, and on one that stands', async () => {
  for (const clock of [{ now: () => new Date() }, standing]) {
    using scheduler = createScheduler(clock, fail)
    await new Promise<void>((resolve) => scheduler.after(5, resolve))
  }
})

test('goes back to the given clock, from which what is to be done keeps its distance', async () => {
  using scheduler = createScheduler(standing, fail)
  const done: number[] = []
  await scheduler.forward(5_000)
  scheduler.after(1_000, () => void done.push(scheduler.nowMs()))
  scheduler.after(500, () => void done.push(scheduler.nowMs()))
  scheduler.backToNow()
  assert.deepEqual([scheduler.nowMs(), scheduler.turnedMs()], [0, 0])
  await scheduler.forward(1_000)
  assert.deepEqual(done, [500, 1_000])
})

test('does nothing any more once it is cleared', async () => {
  using scheduler = createScheduler(standing, fail)
  scheduler.after(0, () => assert.fail())
  scheduler.after(10, () => assert.fail())
  scheduler.clear()
  await scheduler.forward(1_000)
  await scheduler.settled()
})

test('goes on after a fault', async () => {
  const faults: unknown[] = []
  using scheduler = createScheduler(standing, (error) => faults.push(error))
  scheduler.after(1, () => {
    throw new Error('one')
  })
  const done = new Promise<void>((resolve) => scheduler.after(2, resolve))
  await scheduler.forward(2)
  await done
  assert.equal(faults.length, 1)
})
