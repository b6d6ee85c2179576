// Tests of the windows in which a campaign may contact people.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isOpen, openingAt, type Schedule, scheduleOf } from './schedule.ts'
import { instantOf } from './zoned-time.ts'

const berlin: Schedule = { timeZone: 'Europe/Berlin', windows: [{ start: '09:00', end: '17:00' }], days: [] }
const at = (iso: string): Date => new Date(iso)
const shown = (schedule: Schedule, iso: string): string[] => {
  const { from, to } = openingAt(schedule, at(iso))
  return [from, to].map((date) => date.toISOString().slice(0, 16))
}

describe('a schedule', () => {
  it('opens and closes at the local time, in summer and in winter', () => {
    assert.deepEqual(shown(berlin, '2026-07-01T05:00:00Z'), ['2026-07-01T07:00', '2026-07-01T15:00'])
    assert.deepEqual(shown(berlin, '2026-12-01T05:00:00Z'), ['2026-12-01T08:00', '2026-12-01T16:00'])
    assert.deepEqual(
      ['2026-07-01T06:59:59Z', '2026-07-01T07:00:00Z', '2026-07-01T14:59:59Z', '2026-07-01T15:00:00Z'].map((iso) =>
        isOpen(berlin, at(iso)),
      ),
      [false, true, true, false],
    )
  })

  it('has windows that end on the next day', () => {
    const night: Schedule = { ...berlin, windows: [{ start: '22:00', end: '06:00' }], days: ['friday'] }
    assert.deepEqual(shown(night, '2026-07-04T03:00:00Z'), ['2026-07-03T20:00', '2026-07-04T04:00'])
    assert.deepEqual(shown(night, '2026-07-04T04:00:00Z'), ['2026-07-10T20:00', '2026-07-11T04:00'])
  })

  it('is open for the whole day without windows', () => {
    const settings = { timeZone: 'UTC', scheduleWindows: [], allowedHoursStart: null, allowedHoursEnd: null }
    assert.deepEqual(shown(scheduleOf({ ...settings, allowedDays: ['monday'] }), '2026-07-01T00:00:00Z'), [
      '2026-07-06T00:00',
      '2026-07-07T00:00',
    ])
    const evening = scheduleOf({ ...settings, allowedHoursStart: '18:00', allowedDays: [] })
    assert.deepEqual(shown(evening, '2026-07-01T00:00:00Z'), ['2026-07-01T18:00', '2026-07-02T00:00'])
  })

  it('opens when the clocks are put forward if they skip its beginning', () => {
    // At 01:00 UTC, the clocks of Berlin go from 02:00 to 03:00.
    const early: Schedule = { ...berlin, windows: [{ start: '02:30', end: '04:00' }] }
    assert.deepEqual(shown(early, '2026-03-29T00:00:00Z'), ['2026-03-29T01:00', '2026-03-29T02:00'])
    // At 01:00 UTC, they go from 03:00 to 02:00, so that 02:30 occurs twice.
    assert.deepEqual(shown(early, '2026-10-25T00:00:00Z'), ['2026-10-25T00:30', '2026-10-25T03:00'])
  })

  it('never opens in the past, and always within eight days', () => {
    const time = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
    const schedule: fc.Arbitrary<Schedule> = fc.record({
      timeZone: fc.constantFrom(
        'UTC',
        'Europe/Berlin',
        'America/New_York',
        'Australia/Lord_Howe',
        'Asia/Kathmandu',
        'Pacific/Apia',
      ),
      windows: fc.array(fc.record({ start: time, end: time }), { minLength: 1, maxLength: 3 }),
      days: fc.subarray(['monday', 'wednesday', 'sunday'] as const).map((days) => [...days]),
    })
    const instant = fc.date({ min: at('2026-01-01T00:00:00Z'), max: at('2027-12-31T00:00:00Z'), noInvalidDate: true })
    fc.assert(
      fc.property(schedule, instant, (one, now) => {
        const { from, to } = openingAt(one, now)
        assert.ok(to > now && from < to)
        assert.ok(from.getTime() - now.getTime() < 8.1 * 86_400_000)
        assert.equal(isOpen(one, now), from <= now)
      }),
      { numRuns: 300 },
    )
  })
})

it('a time of day is shown by the clocks at its instant', () => {
  const instant = instantOf({ year: 2026, month: 7, day: 1 }, 9 * 60, 'America/New_York')
  assert.equal(instant.toISOString(), '2026-07-01T13:00:00.000Z')
})
