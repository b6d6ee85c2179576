// Tests of the scheduler, with a running and a turned clock.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createScheduler } from './scheduler.ts'

const fail = (error: unknown) => assert.fail(String(error))
const fixedClock = { now: () => new Date(0) }

test('work runs when it is due, and in the order of scheduling if due at the same time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(20), { maxLength: 40 }), async (delays) => {
      using scheduler = createScheduler(fixedClock, fail)
      const done: { at: number; dueMs: number; nowMs: number }[] = []
      delays.forEach((delay, at) => {
        const dueMs = (delay + 1) * 60_000
        scheduler.after(dueMs, () => void done.push({ at, dueMs, nowMs: scheduler.nowMs() }))
      })
      await scheduler.forward(21 * 60_000)
      const expected = delays.map((delay, at) => ({ at, dueMs: (delay + 1) * 60_000, nowMs: (delay + 1) * 60_000 }))
      assert.deepEqual(
        done,
        expected.sort((a, b) => a.dueMs - b.dueMs || a.at - b.at),
      )
    }),
  )
})

test('forward runs and waits for work that other work schedules', async () => {
  using scheduler = createScheduler(fixedClock, fail)
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

test('work runs on its own with a running and a fixed clock', async () => {
  for (const clock of [{ now: () => new Date() }, fixedClock]) {
    using scheduler = createScheduler(clock, fail)
    await new Promise<void>((resolve) => scheduler.after(5, resolve))
  }
})

test('forward turns the clock by exactly the requested time, however long it takes', async () => {
  let realMs = 0
  using scheduler = createScheduler({ now: () => new Date(realMs++) }, fail)
  await scheduler.forward(1_000)
  assert.equal(scheduler.turnedMs(), 1_000)
})

test('settled waits for work that is due, and leaves later work alone', async () => {
  using scheduler = createScheduler(fixedClock, fail)
  const done: string[] = []
  scheduler.after(1_000, () => void done.push('later'))
  scheduler.after(0, () => void done.push('now'))
  await scheduler.settled()
  assert.deepEqual(done, ['now'])
})

test('backToNow restores the time and keeps the remaining delays', async () => {
  using scheduler = createScheduler(fixedClock, fail)
  const done: number[] = []
  await scheduler.forward(5_000)
  scheduler.after(1_000, () => void done.push(scheduler.nowMs()))
  scheduler.after(500, () => void done.push(scheduler.nowMs()))
  scheduler.backToNow()
  assert.deepEqual([scheduler.nowMs(), scheduler.turnedMs()], [0, 0])
  await scheduler.forward(1_000)
  assert.deepEqual(done, [500, 1_000])
})

test('clear cancels all work', async () => {
  using scheduler = createScheduler(fixedClock, fail)
  scheduler.after(0, () => assert.fail())
  scheduler.after(10, () => assert.fail())
  scheduler.clear()
  await scheduler.forward(1_000)
  await scheduler.settled()
})

test('work runs after earlier work has failed', async () => {
  const faults: unknown[] = []
  using scheduler = createScheduler(fixedClock, (error) => faults.push(error))
  scheduler.after(1, () => {
    throw new Error('one')
  })
  const done = new Promise<void>((resolve) => scheduler.after(2, resolve))
  await scheduler.forward(2)
  await done
  assert.equal(faults.length, 1)
})
