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
    fc.property(vector, vector, (a, b) => {
      const exact = cosine(a, b)
      const quantized = cosine([...quantize(Float32Array.from(a))], [...quantize(Float32Array.from(b))])
      assert.ok(Math.abs(exact - quantized) < 0.02)
    }),
  )
})

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = a.reduce((sum, component, index) => sum + component * b[index]!, 0)
  return dot / Math.hypot(...a) / Math.hypot(...b)
}
