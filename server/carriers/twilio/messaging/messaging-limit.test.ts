// Tests of parsing the display text of messaging limits.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseMessagingLimit } from './senders.ts'

test('texts of the carrier and of the channel are parsed', () => {
  const texts: [string | null, number | 'unlimited' | null][] = [
    ['10K Customers/24hr', 10_000],
    ['250 Customers/24hr', 250],
    ['1K Customers/24hr', 1_000],
    ['2K Customers/24hr', 2_000],
    ['100K Customers/24hr', 100_000],
    ['Unlimited Customers/24hr', 'unlimited'],
    ['unlimited', 'unlimited'],
    ['TIER_250', 250],
    ['TIER_10K', 10_000],
    ['TIER_UNLIMITED', 'unlimited'],
    ['TIER_NOT_SET', null],
    ['2,000 customers per 24 hours', 2_000],
    ['per 24-hour: 2.000', 2_000],
    ['1.5k', 1_500],
    ['1M', 1_000_000],
    ['24hr', null],
    ['0', null],
    ['-5', null],
    ['', null],
    ['N/A', null],
    [null, null],
  ]
  for (const [text, limit] of texts) assert.equal(parseMessagingLimit(text), limit, String(text))
})

test('every limit is parsed in every format', () => {
  const steps = fc.constantFrom(250, 1_000, 2_000, 10_000, 100_000, 1_000_000)
  const forms = [
    String,
    (limit: number) => (limit < 1_000 ? String(limit) : `${limit / 1_000}K`),
    (limit: number) => (limit < 1_000 ? String(limit) : `${limit / 1_000} k`),
    (limit: number) => limit.toLocaleString('en'),
    (limit: number) => limit.toLocaleString('de'),
  ]
  const before = fc.constantFrom('', 'TIER_', 'Limit: ', 'up to ')
  const after = fc.constantFrom('', ' Customers/24hr', ' customers / 24 hours', ' per day', ' messages/24h')
  fc.assert(
    fc.property(before, steps, fc.constantFrom(...forms), after, (start, limit, form, end) => {
      assert.equal(parseMessagingLimit(start + form(limit) + end), limit)
    }),
  )
})

test('any text results in a positive whole number, unlimited or null', () => {
  const texts = fc.oneof(fc.string(), fc.stringMatching(/^[\d.,kKmM _/-]{0,30}$/))
  fc.assert(
    fc.property(texts, (text) => {
      const limit = parseMessagingLimit(text)
      assert.ok(limit === null || limit === 'unlimited' || (Number.isSafeInteger(limit) && limit > 0))
    }),
    { numRuns: 2_000 },
  )
})
