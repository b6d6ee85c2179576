// Tests of the price of a call and of the time that a balance pays for.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { affordableSeconds, costOf } from './money.ts'

const prices = fc.record({
  priceMicros: fc.integer({ min: 0, max: 2_000_000 }),
  carrierPriceMicros: fc.integer({ min: 0, max: 2_000_000 }),
})

describe('the price of a call', () => {
  it('is rounded up to a whole micro-dollar, and grows with every second', () => {
    assert.deepEqual([costOf(0, 100_000), costOf(1, 100_000), costOf(60, 100_000)], [0, 1_667, 100_000])
    fc.assert(
      fc.property(fc.nat(3_600), fc.nat(2_000_000), (seconds, price) => {
        assert.ok(costOf(seconds + 1, price) >= costOf(seconds, price))
        assert.ok(costOf(seconds, price) * 60 >= seconds * price)
      }),
    )
  })

  it('never exceeds the balance for the time that the balance pays for', () => {
    fc.assert(
      fc.property(prices, fc.nat(100_000_000), ({ priceMicros, carrierPriceMicros }, balance) => {
        const seconds = Math.min(3_600, affordableSeconds({ priceMicros, carrierPriceMicros }, balance))
        const cost = costOf(seconds, priceMicros) + costOf(seconds, carrierPriceMicros)
        assert.ok(cost <= balance || seconds === 0)
      }),
    )
  })
})
