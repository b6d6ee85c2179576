// The timetable: what falls due is done in order, by the clock and by turning it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createTimetable } from './timetable.ts'

const fail = (error: unknown) => assert.fail(String(error))
const standing = { now: () => new Date(0) }

test('work is done in the order in which it falls due, equals in the order in which they were asked for', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(20), { maxLength: 40 }), async (delays) => {
      using timetable = createTimetable(standing, fail)
      const done: { at: number; dueMs: number; nowMs: number }[] = []
      delays.forEach((delay, at) => {
        const dueMs = (delay + 1) * 60_000
        timetable.after(dueMs, () => void done.push({ at, dueMs, nowMs: timetable.nowMs() }))
      })
      await timetable.forward(21 * 60_000)
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
  using timetable = createTimetable(standing, fail)
  const done: number[] = []
  const next = async () => {
    await new Promise(setImmediate)
    done.push(timetable.nowMs())
    timetable.after(1_000, next)
  }
  timetable.after(0, next)
  await timetable.forward(3_500)
  assert.deepEqual(done, [0, 1_000, 2_000, 3_000])
  assert.equal(timetable.nowMs(), 3_500)
})

test('goes by itself on a clock that goes, and on one that stands', async () => {
  for (const clock of [{ now: () => new Date() }, standing]) {
    using timetable = createTimetable(clock, fail)
    await new Promise<void>((resolve) => timetable.after(5, resolve))
  }
})

test('goes back to the given clock, from which what is to be done keeps its distance', async () => {
  using timetable = createTimetable(standing, fail)
  const done: number[] = []
  await timetable.forward(5_000)
  timetable.after(1_000, () => void done.push(timetable.nowMs()))
  timetable.after(500, () => void done.push(timetable.nowMs()))
  timetable.backToNow()
  assert.deepEqual([timetable.nowMs(), timetable.turnedMs()], [0, 0])
  await timetable.forward(1_000)
  assert.deepEqual(done, [500, 1_000])
})

test('does nothing any more once it is cleared', async () => {
  using timetable = createTimetable(standing, fail)
  timetable.after(0, () => assert.fail())
  timetable.after(10, () => assert.fail())
  timetable.clear()
  await timetable.forward(1_000)
  await timetable.settled()
})

test('goes on after a fault', async () => {
  const faults: unknown[] = []
  using timetable = createTimetable(standing, (error) => faults.push(error))
  timetable.after(1, () => {
    throw new Error('one')
  })
  const done = new Promise<void>((resolve) => timetable.after(2, resolve))
  await timetable.forward(2)
  await done
  assert.equal(faults.length, 1)
})
