// The units and the rounding of balances.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { presentBalance } from './present.ts'

describe('a balance', () => {
  it('is shown in minutes or credits, rounded down to two decimals', () => {
    const prices = { minuteMicros: 100_000, creditMicros: 10_000 } as Parameters<typeof presentBalance>[2]
    assert.equal(presentBalance('direct', 29_000, prices), 0.29)
    assert.equal(presentBalance('tenant', 10_000_000, prices), 1000)
    assert.equal(presentBalance('direct', 999, prices), 0)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (hundredths) => {
        assert.equal(presentBalance('direct', hundredths * 1000, prices), hundredths / 100)
        assert.equal(presentBalance('direct', hundredths * 1000 + 999, prices), hundredths / 100)
      }),
    )
  })
})
