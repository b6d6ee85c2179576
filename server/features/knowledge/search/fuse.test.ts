// Tests how the passages found by words and by meaning are merged.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuse, type RankedPlace } from './fuse.ts'

const places = (scores: Record<number, number>): RankedPlace[] =>
  Object.entries(scores).map(([position, score]) => ({ documentId: 1, position: Number(position), score }))
const order = (merged: readonly RankedPlace[]): number[] => merged.map(({ position }) => position)

test('A passage with all words of the query stays before the most similar one, which has none of them', () => {
  assert.deepEqual(order(fuse(places({ 1: 1 }), places({ 3: 0.7, 4: 0.3 }))), [1, 3, 4])
  assert.deepEqual(order(fuse(places({ 1: 1 }), places({ 3: 0.25 }))), [1, 3])
})

test('A passage with all words of the query stays before one that is found twice with some of them', () => {
  assert.deepEqual(order(fuse(places({ 1: 1.4, 2: 0.4 }), places({ 2: 0.7, 3: 0.6, 1: 0.5, 4: 0.3 }))), [1, 2, 3, 4])
})

test('A similar passage comes before one with few words of the query', () => {
  assert.deepEqual(order(fuse(places({ 1: 0.3, 2: 0.15 }), places({ 3: 0.7, 4: 0.3 }))), [3, 1, 2, 4])
})

test('The order does not depend on the range of the similarities of a model', () => {
  const words = places({ 1: 0.8, 2: 0.6, 3: 0.1 })
  const wide = fuse(words, places({ 2: 0.6, 4: 0.4, 3: 0.2 }))
  const narrow = fuse(words, places({ 2: 0.92, 4: 0.91, 3: 0.9 }))
  assert.deepEqual(order(narrow), order(wide))
  assert.deepEqual(order(wide), [2, 1, 4, 3])
})

test('One way of searching alone is enough', () => {
  assert.deepEqual(order(fuse(places({ 1: 0.2, 2: 0.1 }), [])), [1, 2])
  assert.deepEqual(order(fuse([], places({ 5: 0.5 }))), [5])
})
