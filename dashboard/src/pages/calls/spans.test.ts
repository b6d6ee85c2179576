// Tests of the arithmetic with spans of time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gapsOf, indexAt, intersect, subtract, totalMs, union } from './spans.ts'

const span = (fromMs: number, toMs: number) => ({ fromMs, toMs })

test('a union is sorted, joins spans that are close, and leaves out empty ones', () => {
  assert.deepEqual(union([span(50, 60), span(0, 10), span(8, 20), span(30, 30)]), [span(0, 20), span(50, 60)])
  assert.deepEqual(union([span(0, 10), span(15, 20), span(40, 50)], 5), [span(0, 20), span(40, 50)])
})

test('an intersection has the parts that are in both', () => {
  assert.deepEqual(intersect([span(0, 10), span(20, 40)], [span(5, 25), span(30, 35)]), [
    span(5, 10),
    span(20, 25),
    span(30, 35),
  ])
  assert.deepEqual(intersect([span(0, 10)], [span(10, 20)]), [])
})

test('gaps are within the bounds, and a difference has what remains', () => {
  assert.deepEqual(gapsOf([span(5, 10), span(20, 30)], span(0, 40)), [span(0, 5), span(10, 20), span(30, 40)])
  assert.deepEqual(gapsOf([span(0, 100)], span(10, 20)), [])
  assert.deepEqual(subtract([span(0, 10), span(20, 30)], [span(5, 25)]), [span(0, 5), span(25, 30)])
  assert.equal(totalMs([span(0, 5), span(25, 30)]), 10)
})

test('the item at a time is the last one that has begun', () => {
  const items = [{ atMs: 0 }, { atMs: 100 }, { atMs: 100 }, { atMs: 300 }]
  assert.deepEqual(
    [-1, 0, 99, 100, 299, 1_000].map((timeMs) => indexAt(items, timeMs)),
    [-1, 0, 0, 2, 2, 3],
  )
  assert.equal(indexAt([], 5), -1)
})
