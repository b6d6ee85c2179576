// Tests of reading phone numbers: the forms in which people and programs write them, and those that are not guessed.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { readPhoneNumber, readPhoneNumbers, readPhoneNumberWithExtension } from './read-phone-number.ts'

const textOf = (written: string, country: string, isCountryStated = false): string => {
  const read = readPhoneNumberWithExtension(written, { country, isCountryStated })
  if (typeof read === 'string') return read
  return read.extension === null ? read.phoneNumber : `${read.phoneNumber} ${read.extension}`
}

const assertRead = (country: string, expected: Record<string, string>): void =>
  assert.deepEqual(
    Object.fromEntries(Object.keys(expected).map((written) => [written, textOf(written, country)])),
    expected,
  )

const numbers = getCountries().flatMap((country) => {
  const number = getExampleNumber(country, examples)
  return number ? [{ number, country }] : []
})
const anyNumber = fc
  .tuple(fc.constantFrom(...numbers), fc.integer({ min: 0, max: 9999 }))
  .map(([{ number }, tail]) => `${number.number.slice(0, -4)}${String(tail).padStart(4, '0')}`)
const anyCountry = fc.constantFrom(...getCountries())

describe('a phone number', () => {
  it('is read without what address books, links and spreadsheets add to it', () => {
    assertRead('US', {
      '\u2067+1 415\u2009555\u202f0142\u2069': '+14155550142',
      '+1\u00a0(415)\u200b555\u20110142\ufe0e': '+14155550142',
      '+1\u00ad415\u180e555\u3164\u034f0142': '+14155550142',
      'tel:%2B1-415-555-0142': '+14155550142',
      'tel:555-0142;phone-context=+1-415': '+14155550142',
      'p:+14155550142': '+14155550142',
      "'+14155550142": '+14155550142',
      '="4155550142"': '+14155550142',
      '=+14155550142': '+14155550142',
      '14155550142.0': '+14155550142',
      '1.4155550142E10': '+14155550142',
      '\uff0b\uff11\uff08\uff14\uff11\uff15\uff09\uff15\uff15\uff15\uff0d\uff10\uff11\uff14\uff12': '+14155550142',
      '+\u0967\u096a\u0967\u096b\u096b\u096b\u096b\u0966\u0967\u096a\u0968': '+14155550142',
      '+1 415 \u2013 555 \u2212 0142': '+14155550142',
      'Mobile: (415) 555-0142': '+14155550142',
      '(415) 555-0142 (work)': '+14155550142',
      '011 44 20 7946 0018': '+442079460018',
      '0044 (0)20 7946 0018': '+442079460018',
      '+44 (0) 20 7946 0018': '+442079460018',
      '+4402079460018': '+442079460018',
      '+39 (0)6 12345678': '+390612345678',
      '+34 (0) 912 345 678': '+34912345678',
      '+52 1 55 1234 5678': '+5215512345678',
    })
  })

  it('is read with its extension', () => {
    assertRead('US', {
      '(415) 555-0142 x7': '+14155550142 7',
      '415-555-0142 Extension: 7001#': '+14155550142 7001#',
      '+1 415 555 0142 (ext. 70)': '+14155550142 70',
      '+14155550142;ext=70': '+14155550142 70',
      '+1 415 555 0142,,70': '+14155550142 ,,70',
      '415 555 0142 p1p2': '+14155550142 ,1,2',
      '415 555 0142, press 3': '+14155550142 3',
      '+49 30 1234567 Durchwahl 12': '+49301234567 12',
      '415 555 0142 x': 'invalid',
      [`415 555 0142 x${'1'.repeat(40)}`]: 'invalid',
    })
    assert.equal(readPhoneNumber('(415) 555-0142 x7', 'US'), '+14155550142')
  })

  it('is read as it is dialed in its country, also without the first zero', () => {
    assertRead('DE', {
      '030/123 4567': '+49301234567',
      '(030) 1234567': '+49301234567',
      '0301234567': '+49301234567',
      '301234567': '+49301234567',
      '1711234567': '+491711234567',
    })
    assertRead('US', { '4155550142': '+14155550142', '1 415 555 0142': '+14155550142', '4792345678': '+14792345678' })
    assertRead('ES', { '912345678': '+34912345678' })
    assertRead('RU', { '8 912 345-67-89': '+79123456789' })
  })

  it('does not become a longer local number because it lacks a plus sign', () => {
    for (const country of ['US', 'GB', 'DE', 'FR', 'NL', 'IT'])
      assertRead(country, { '491622897306': '+491622897306', '4915112345678': '+4915112345678' })
    assertRead('DE', {
      '12025550123': '+12025550123',
      '493012345678': '+493012345678',
      // They have a digit too few and one too many.
      '491511234567': 'invalid',
      '4479111234567': 'invalid',
    })
    assertRead('BY', { '375447521111': '+375447521111' })
    assertRead('GB', { '441843297700': '+441843297700' })
  })

  it('is not guessed if it can be the number of two people', () => {
    // Of Germany without its first zero, or of the United States, the United Kingdom and Emden or Solingen.
    assertRead('DE', { '15712345678': 'ambiguous', '447911123456': 'ambiguous', '4921234567': 'ambiguous' })
    assert.equal(textOf('15712345678', 'DE', true), '+4915712345678')
    assertRead('IT', { '12025550123': 'ambiguous' })
    assertRead('DE', { '030 123456/7': 'several', '123456': 'invalid', '+1 202 555 0123\u00b2': 'invalid' })
    assertRead('US', {
      '1.42E+10': 'rounded',
      '1,41556e+10': 'rounded',
      '555-0142': 'invalid',
      'Fax: 4155550142': 'invalid',
    })
  })

  it('of any country is read as itself or not at all, however it is written', () => {
    const separators = fc.constantFrom('', ' ', '-', '.', '\u00a0', '\u2011', '\u200b', ' \u2013 ', '\u2060', '\u202f')
    const frames = fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => `\u202a${text}\u202c`,
      (text) => `tel:${text}`,
      (text) => `'${text}`,
      (text) => `="${text}"`,
      (text) => `p:${text}`,
      (text) => `${text} ext. 12`,
      (text) => text.replace('+', '00'),
      (text) => text.replace('+', '\uff0b'),
      (text) => text.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
    )
    fc.assert(
      fc.property(
        anyNumber,
        anyCountry,
        fc.array(separators, { minLength: 15, maxLength: 15 }),
        frames,
        (number, country, gaps, frame) => {
          const digits = [...number.slice(1)].map((digit, index) => `${digit}${gaps[index]}`).join('')
          const read = readPhoneNumberWithExtension(frame(`+${digits}`), { country })
          if (typeof read === 'string') return
          assert.equal(read.phoneNumber, number)
        },
      ),
      { numRuns: 400 },
    )
  })

  it('that is valid with a plus sign is not taken for a local number without the zero before it', () => {
    fc.assert(
      fc.property(anyNumber, anyCountry, (number, country) => {
        const read = readPhoneNumber(number.slice(1), country)
        if (read === undefined || read === number || !parsePhoneNumberFromString(number)?.isValid()) return
        const local = parsePhoneNumberFromString(read)!
        assert.equal(local.countryCallingCode, getCountryCallingCode(country))
        const dialed = local.formatNational().replace(/\D/g, '')
        assert.ok(dialed === number.slice(1) || local.nationalNumber !== number.slice(1))
      }),
      { numRuns: 400 },
    )
  })

  it('takes little time to read, whatever the text', () => {
    for (const text of ['(', '+', '1 ', ';', 'x1,', '\u202a', '\u0661', '/1', ' or '].map((part) =>
      part.repeat(100_000),
    )) {
      const startedAt = performance.now()
      readPhoneNumbers(text, { country: 'DE' })
      readPhoneNumbers(text.slice(0, 200), { country: 'DE' })
      readPhoneNumberWithExtension(text.slice(0, 80), { country: 'DE' })
      assert.ok(performance.now() - startedAt < 50)
    }
  })
})

describe('a text with several phone numbers', () => {
  const read = (text: string, country = 'DE') => {
    const found = readPhoneNumbers(text, { country })
    return typeof found === 'string'
      ? found
      : [...found.numbers.map(({ phoneNumber }) => phoneNumber), ...(found.isPartial ? ['and more'] : [])]
  }

  it('is read number by number', () => {
    const both = ['+49301234567', '+491711234567']
    for (const text of [
      '030 1234567 / 0171 1234567',
      '030/1234567; 0171/1234567',
      '030 1234567 oder 0171 1234567',
      '030 1234567\n0171 1234567',
      '030 1234567, 0171 1234567',
      '030 1234567 ::: 0171 1234567',
      'B\u00fcro: 030 1234567 | Handy: 0171 1234567',
    ])
      assert.deepEqual(read(text), both, text)
    assert.deepEqual(read('n/a; 030 1234567'), ['+49301234567'])
    assert.deepEqual(read('030/1234567'), ['+49301234567'])
  })

  it('says if a part is no number, and is not read with words that are no number', () => {
    assert.deepEqual(read('030 1234567 / 89'), ['+49301234567', 'and more'])
    assert.deepEqual(read('030 1234567; nicht anrufen'), 'invalid')
    assert.deepEqual(read('(415) 555-0142; 7', 'US'), ['+14155550142'])
    assert.deepEqual(read('4155550142 or ask Bo', 'US'), 'invalid')
  })
})

it('a long number that is valid abroad is ambiguous, also beside the country that the file states', () => {
  for (const written of ['447911123456', '447400123456']) assert.equal(textOf(written, 'DE', true), 'ambiguous')
})
