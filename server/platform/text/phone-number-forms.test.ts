// Tests of the format and the variants of phone numbers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isE164 } from '@parley/rules'
import fc from 'fast-check'
import { phoneNumberKey, phoneNumberVariants } from './phone-number-forms.ts'

test('a mobile number has two forms in countries that changed their format', () => {
  const pairs = [
    ['+5531987654321', '+553187654321'],
    ['+5511976543210', '+551176543210'],
    ['+5215512345678', '+525512345678'],
    ['+5491123456789', '+541123456789'],
    ['+5493415551234', '+543415551234'],
  ] as const
  for (const [one, other] of pairs) {
    assert.deepEqual(phoneNumberVariants(one), [one, other])
    assert.deepEqual(phoneNumberVariants(other), [other, one])
    assert.equal(phoneNumberKey(one), phoneNumberKey(other))
  }
})

test('a landline in Brazil and numbers of other countries have one form', () => {
  const single = ['+553132345678', '+5531932345678', '+14155238886', '+4915112345678', '+5255', '+52', '+55119', '']
  for (const number of [...single, '+50312345678', '+5932123456789', 'ID.4500000000000001', '+5531987654321x']) {
    assert.deepEqual(phoneNumberVariants(number), [number])
    assert.equal(phoneNumberKey(number), number)
  }
})

test('a phone number is in E.164 format', () => {
  for (const number of ['+14155551234', '+4915112345678', '+123456789012345']) assert.ok(isE164(number), number)
  const invalid = ['14155551234', '+04155551234', '+1 415 555', '+1415555123a', '+', '+1234567890123456', '００１']
  for (const number of invalid) assert.ok(!isE164(number), number)
})

const country = fc.constantFrom('55', '52', '521', '54', '549', '1', '49', '5')
const numbers = fc.tuple(country, fc.stringMatching(/^\d{6,12}$/)).map(([code, rest]) => `+${code}${rest}`)

test('variants are mutual, distinct and of the same country', () => {
  fc.assert(
    fc.property(numbers, (number) => {
      const variants = phoneNumberVariants(number)
      assert.equal(variants[0], number)
      assert.equal(new Set(variants).size, variants.length)
      for (const variant of variants) {
        assert.deepEqual(phoneNumberVariants(variant).toSorted(), variants.toSorted())
        assert.equal(variant.slice(0, 3), number.slice(0, 3))
        assert.equal(variant.slice(-8), number.slice(-8))
      }
    }),
    { numRuns: 2_000 },
  )
})
