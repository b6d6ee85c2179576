// Tests of the token counts that models report.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { tokenCountOf } from './token-count.ts'

test('a count is kept, and everything else becomes a count whose sums can be stored', () => {
  for (const count of [0, 7, 1_000_000]) assert.equal(tokenCountOf(count), count)
  for (const value of [undefined, null, '7', -1, 1.5, Number.NaN, {}]) assert.equal(tokenCountOf(value), 0)
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.double(), fc.maxSafeInteger(), fc.anything()), { maxLength: 200 }), (values) => {
      const sum = values.reduce<number>((total, value) => total + tokenCountOf(value), 0)
      assert.ok(Number.isInteger(sum) && sum >= 0 && sum < 2 ** 31)
    }),
  )
})
