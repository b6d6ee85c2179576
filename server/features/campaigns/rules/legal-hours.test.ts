// Tests of the legal calling hours: the data, the hours of numbers and time zones, and the limits of attempts.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getCountries } from 'libphonenumber-js/max'
import { assertCost } from '#testing/measure/processor-time.ts'
import { callingRules } from './calling-rules.ts'
import { legalHoursOf, mostAttemptsInDay, nextLegalOpening } from './legal-hours.ts'

const california = '+14155550100'
const florida = '+13055550100'
const alabama = '+12055550100'

/** The next opening after an instant, without seconds. */
function openingOf(phoneNumber: string, timeZone: string | null, iso: string): string[] | undefined {
  const found = nextLegalOpening(legalHoursOf(phoneNumber, timeZone), new Date(iso))
  return found && [found.from, found.to].map((date) => date.toISOString().slice(0, 16))
}

describe('each calling rule', () => {
  it('has a source, an address, and a day on which it was checked', () => {
    for (const { source, url, checked, ...rule } of callingRules) {
      const name = `${rule.countries[0]} ${rule.region ?? ''}`
      assert.ok(source.length > 10, name)
      assert.ok(['http:', 'https:'].includes(new URL(url).protocol), name)
      assert.match(checked, /^20\d\d-\d\d-\d\d$/, name)
      assert.equal(new Date(checked).toISOString().slice(0, 10), checked, name)
    }
  })

  it('has hours of a day, known countries, and area codes of its own', () => {
    const codes = callingRules.flatMap(({ areaCodes = [] }) => areaCodes)
    assert.equal(new Set(codes).size, codes.length)
    for (const { countries, region, areaCodes, hours } of callingRules) {
      for (const country of countries)
        assert.ok(
          getCountries().some((known) => known === country),
          country,
        )
      assert.equal(region === undefined, areaCodes === undefined, region)
      assert.ok(hours.length > 0)
      for (const { start, end } of hours) {
        assert.match(`${start} ${end}`, /^[01]\d:[0-5]\d (?:[01]\d|2[0-3]):[0-5]\d$/)
        assert.ok(start < end)
      }
    }
    for (const code of codes) assert.match(code, /^[2-9]\d\d$/)
  })

  it('belongs to a country with time zones', () => {
    const numbers = ['+14155550100', '+17875550100', '+14165550100', '+61212345678', '+33123456789', '+590590123456']
    const more = ['+34912345678', '+390612345678', '+351212345678', '+97141234567', '+27112345678', '+576012345678']
    for (const number of [...numbers, ...more, '+8221234567']) {
      const { rules, schedules } = legalHoursOf(number, null)
      assert.ok(rules.length > 0 && schedules.length >= rules.length, number)
    }
  })
})

describe('the legal hours of a number', () => {
  it('are those of the time zone of the person', () => {
    assert.deepEqual(openingOf(california, 'America/Los_Angeles', '2026-07-01T00:00:00Z'), [
      '2026-07-01T00:00',
      '2026-07-01T04:00',
    ])
    assert.deepEqual(openingOf(california, 'Pacific/Honolulu', '2026-07-01T08:00:00Z'), [
      '2026-07-01T18:00',
      '2026-07-02T07:00',
    ])
    // The clocks of Los Angeles are put back on 1 November.
    assert.deepEqual(openingOf(california, 'America/Los_Angeles', '2026-11-01T12:00:00Z'), [
      '2026-11-01T16:00',
      '2026-11-02T05:00',
    ])
  })

  it('are legal everywhere in its country if the time zone of the person is not known', () => {
    // From 8:00 in Honolulu until 21:00 in New York.
    const expected = ['2026-07-01T18:00', '2026-07-02T01:00']
    assert.deepEqual(openingOf(california, null, '2026-07-01T10:00:00Z'), expected)
    assert.deepEqual(openingOf(california, 'Nowhere/At_All', '2026-07-01T10:00:00Z'), expected)
    assert.deepEqual(openingOf('+61412345678', null, '2026-07-06T20:00:00Z'), ['2026-07-07T01:00', '2026-07-07T09:30'])
  })

  it('are tighter if its area code belongs to a state with a stricter law', () => {
    assert.deepEqual(openingOf(florida, 'America/New_York', '2026-07-01T10:00:00Z'), [
      '2026-07-01T12:00',
      '2026-07-02T00:00',
    ])
    assert.deepEqual(openingOf(florida, null, '2026-07-01T10:00:00Z'), ['2026-07-01T18:00', '2026-07-02T00:00'])
    // Saturday evening until Monday morning.
    assert.deepEqual(openingOf(alabama, 'America/Chicago', '2026-07-05T01:00:00Z'), [
      '2026-07-06T13:00',
      '2026-07-07T01:00',
    ])
    const { rules } = legalHoursOf(alabama, 'America/Chicago')
    assert.deepEqual(
      rules.map(({ region }) => region),
      [undefined, 'Alabama'],
    )
  })

  it('differ between days, and can have a pause', () => {
    const paris = (iso: string) => openingOf('+33612345678', null, iso)
    assert.deepEqual(paris('2026-07-03T08:30:00Z'), ['2026-07-03T08:30', '2026-07-03T11:00'])
    assert.deepEqual(paris('2026-07-03T11:00:00Z'), ['2026-07-03T12:00', '2026-07-03T18:00'])
    assert.deepEqual(paris('2026-07-03T18:00:00Z'), ['2026-07-06T08:00', '2026-07-06T11:00'])
    const toronto = (iso: string) => openingOf('+14165550100', 'America/Toronto', iso)
    assert.deepEqual(toronto('2026-07-03T22:00:00Z'), ['2026-07-03T22:00', '2026-07-04T01:30'])
    assert.deepEqual(toronto('2026-07-04T02:00:00Z'), ['2026-07-04T14:00', '2026-07-04T22:00'])
  })

  it('are all hours where no rule is known', () => {
    for (const number of ['+493012345678', '+870123456789', 'sip:ann@example.com']) {
      const { rules, schedules } = legalHoursOf(number, null)
      assert.deepEqual([rules, schedules], [[], []])
      assert.deepEqual(openingOf(number, null, '2026-07-01T02:00:00Z'), ['2026-07-01T02:00', '2026-07-16T02:00'])
    }
  })

  it('come with the time zone of the person, or with the only one of the country', () => {
    assert.equal(legalHoursOf(california, 'America/Denver').timeZone, 'America/Denver')
    // Clocks in Büsingen show the time of Berlin; those of the United States differ.
    assert.equal(legalHoursOf('+493012345678', null).timeZone, 'Europe/Berlin')
    assert.equal(legalHoursOf(california, null).timeZone, undefined)
  })

  it('are those of the main country of its calling code if it is of no particular country', () => {
    assert.deepEqual(legalHoursOf('+19995550100', null), legalHoursOf(california, null))
  })

  it('are computed once', async () => {
    assert.equal(legalHoursOf(california, null), legalHoursOf('+12125550100', null))
    // Without the cache, this takes about ten seconds.
    await assertCost(3_000, () => {
      for (let index = 0; index < 3_000; index++) openingOf(florida, null, '2026-07-01T10:00:00Z')
    })
  })
})

it('calls to a number within 24 hours are limited by the strictest rule', () => {
  assert.deepEqual([california, florida, '+97141234567', '+493012345678'].map(mostAttemptsInDay), [
    undefined,
    3,
    1,
    undefined,
  ])
})
