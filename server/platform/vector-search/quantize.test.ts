// Tests of the conversion of vectors to 8-bit integers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { quantize } from './quantize.ts'

test('scales the largest component to 127 or -127', () => {
  assert.deepEqual([...quantize(Float32Array.of(0.5, -0.25, 0))], [127, -63, 0])
  assert.deepEqual([...quantize(Float32Array.of(0.1, -0.2))], [64, -127])
  assert.deepEqual([...quantize(Float32Array.of(3, 1_000))], [0, 127])
})

test('keeps a vector of zeros', () => {
  assert.deepEqual([...quantize(new Float32Array(3))], [0, 0, 0])
})

test('changes the cosine of two vectors by less than 0.02', () => {
  const component = fc.float({ min: -1, max: 1, noNaN: true })
  const vector = fc.array(component, { minLength: 64, maxLength: 64 }).filter((numbers) => numbers.some((n) => n !== 0))
  fc.assert(
    fc.property(vector, vector, (one, other) => {
      const exact = cosine(one, other)
      const quantized = cosine([...quantize(Float32Array.from(one))], [...quantize(Float32Array.from(other))])
      assert.ok(Math.abs(exact - quantized) < 0.02)
    }),
  )
})

function cosine(one: readonly number[], other: readonly number[]): number {
  const dot = one.reduce((sum, component, index) => sum + component * other[index]!, 0)
  return dot / Math.hypot(...one) / Math.hypot(...other)
}
