// Tests of which phone numbers may be called.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { checkDestination, type DestinationPolicy } from './check-destination.ts'

const home: DestinationPolicy = { allowedCountries: ['US'], allowsFictional: false }
const everywhere: DestinationPolicy = {
  allowedCountries: [...'US GB DE AG JM PR DO CU EE AC'.split(' ')],
  allowsFictional: false,
}
const reasonOf = (number: string, policy = everywhere) => checkDestination(number, policy)?.reason

describe('a call is allowed', () => {
  for (const number of ['+14155238886', '+442071838750', '+4915112345678', '+18005551313', '+37282123456'])
    it(`to ${number}, whose country is allowed`, () => assert.equal(checkDestination(number, everywhere), undefined))

  it('only to the allowed countries, and to each Caribbean country only if it is listed', () => {
    for (const [number, country] of [
      ['+442071838750', 'GB'],
      ['+12684641234', 'AG'],
      ['+18767654321', 'JM'],
      ['+17873051234', 'PR'],
      ['+5352345678', 'CU'],
    ] as const) {
      const fault = checkDestination(number, home)
      assert.deepEqual([fault?.reason, fault && 'country' in fault && fault.country], ['country', country])
      assert.match(fault!.message, new RegExp(`^Calls to the country ${country} are not allowed`))
      assert.equal(checkDestination(number, { ...home, allowedCountries: [country] }), undefined)
    }
  })

  it('to fictional numbers only if the carrier is local', () => {
    for (const number of ['+15551234567', '+447700900123']) {
      assert.equal(reasonOf(number), 'invalid')
      assert.equal(reasonOf(number, { ...home, allowsFictional: true }), undefined)
    }
    assert.equal(reasonOf('+14155550123', { allowedCountries: [], allowsFictional: true }), undefined)
  })
})

describe('a call is refused, whatever countries are allowed', () => {
  for (const [kind, number] of Object.entries({
    'a premium-rate number': '+19005551234',
    'a British premium-rate number': '+448712345678',
    'a personal number': '+447012345678',
    'a pager': '+447640123456',
    'a number of a company': '+443069990000',
    'a shared-cost number': '+80812345678',
    'an international freephone number': '+80012345678',
    'a ship': '+870773111632',
    'a satellite phone': '+881612345678',
    'an international network': '+882161234567',
    'another international network': '+883510012345',
    'a satellite network': '+88213123456',
    'an international premium-rate service': '+979123456789',
    'a personal number of all countries': '+87812345678901',
  }))
    it(`to ${kind}, ${number}`, () => assert.equal(reasonOf(number), 'kind'))

  for (const [what, number] of Object.entries({
    'the emergency number 112': '+112',
    'the emergency number 911': '+911',
    'an emergency number with a country code': '+1911',
    'a short code': '+12345',
    'directory assistance': '+14155551212',
    'a number that is too short': '+1415523888',
    'a number that is too long': '+141552388867777',
    'a number without its plus sign': '14155238886',
    'a number with spaces': '+1 415 523 8886',
    'a number with an extension': '+14155238886;ext=7',
    'a number with digits of another script': '+١٤١٥٥٢٣٨٨٨٦',
    'a national prefix': '+4402071838750',
    text: 'hello',
    'an empty text': '',
  }))
    it(`to ${what}: "${number}"`, () => assert.equal(reasonOf(number), 'invalid'))

  it('to every number under a code that belongs to no country', () => {
    const codes = fc.constantFrom('800', '808', '870', '878', '881', '882', '883', '888', '979')
    const numbers = fc.tuple(codes, fc.stringMatching(/^\d{4,11}$/))
    fc.assert(
      fc.property(numbers, ([code, rest]) => assert.notEqual(reasonOf(`+${code}${rest}`), undefined)),
      { numRuns: 500 },
    )
  })

  it('if no country is allowed, for every text', () => {
    const texts = fc.oneof(fc.string(), fc.stringMatching(/^\+[1-9]\d{6,14}$/))
    const nowhere = { allowedCountries: [], allowsFictional: false }
    fc.assert(
      fc.property(texts, (text) => assert.notEqual(checkDestination(text, nowhere), undefined)),
      { numRuns: 500 },
    )
  })
})
