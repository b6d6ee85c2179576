// Tests of the windows in which a campaign may contact people.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { instantOf } from '@parley/rules'
import fc from 'fast-check'
import { isOpen, nextCommonOpening, openingAt, type Schedule, scheduleOf } from './schedule.ts'

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
    const settings = {
      timeZone: 'UTC',
      usesLeadTimeZone: false,
      scheduleWindows: [],
      allowedHoursStart: null,
      allowedHoursEnd: null,
    }
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

  it('can have windows of certain days', () => {
    const shop: Schedule = {
      ...berlin,
      windows: [...berlin.windows, { start: '10:00', end: '12:00', days: ['saturday'] }],
      days: ['friday'],
    }
    assert.deepEqual(shown(shop, '2026-07-03T16:00:00Z'), ['2026-07-04T08:00', '2026-07-04T10:00'])
    assert.deepEqual(shown(shop, '2026-07-04T10:00:00Z'), ['2026-07-10T07:00', '2026-07-10T15:00'])
  })

  it('opens after two weeks if the clocks skip its only window of a week', () => {
    const early: Schedule = { ...berlin, windows: [{ start: '02:15', end: '02:45' }], days: ['sunday'] }
    assert.deepEqual(shown(early, '2026-03-22T12:00:00Z'), ['2026-04-05T00:15', '2026-04-05T00:45'])
  })

  it('is the same for times that are asked for in any order', () => {
    const times = Array.from({ length: 60 }, (_, index) => at('2026-03-20T00:00:00Z').getTime() + index * 4 * 3_600_000)
    const mixed = [...times.slice(30), ...times.slice(0, 30), ...times.toReversed()]
    const asked = mixed.map((time) => openingAt(berlin, new Date(time)))
    assert.deepEqual(
      asked,
      mixed.map((time) => openingAt({ ...berlin }, new Date(time))),
    )
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

describe('several schedules', () => {
  const common = (schedules: Schedule[], iso: string, days = 15) => {
    const found = nextCommonOpening(schedules, at(iso), days)
    return found && [found.from, found.to].map((date) => date.toISOString().slice(0, 16))
  }
  const newYork: Schedule = { ...berlin, timeZone: 'America/New_York' }

  it('are open together while each is open', () => {
    assert.deepEqual(common([berlin, newYork], '2026-07-01T05:00:00Z'), ['2026-07-01T13:00', '2026-07-01T15:00'])
    assert.deepEqual(common([berlin, newYork], '2026-07-01T14:00:00Z'), ['2026-07-01T14:00', '2026-07-01T15:00'])
    // The clocks of New York change three weeks before those of Berlin.
    assert.deepEqual(common([berlin, newYork], '2026-03-16T00:00:00Z'), ['2026-03-16T13:00', '2026-03-16T16:00'])
  })

  it('are not open together if they never are within the horizon', () => {
    const night: Schedule = { ...newYork, windows: [{ start: '12:00', end: '20:00' }] }
    assert.equal(common([berlin, night], '2026-07-01T00:00:00Z'), undefined)
    assert.equal(common([{ ...berlin, windows: [] }], '2026-07-01T00:00:00Z'), undefined)
    const sunday: Schedule = { ...berlin, days: ['sunday'] }
    assert.equal(common([sunday], '2026-06-29T00:00:00Z', 6), undefined)
    assert.deepEqual(common([sunday], '2026-06-29T00:00:00Z', 7), ['2026-07-05T07:00', '2026-07-05T15:00'])
  })

  it('are open as one over windows that touch, until the horizon at most', () => {
    const always: Schedule = { ...berlin, windows: [{ start: '00:00', end: '00:00' }] }
    assert.deepEqual(common([always], '2026-07-01T05:30:00Z', 3), ['2026-07-01T05:30', '2026-07-04T05:30'])
    assert.deepEqual(common([], '2026-07-01T05:30:00Z', 1), ['2026-07-01T05:30', '2026-07-02T05:30'])
    const halves: Schedule = {
      ...berlin,
      windows: [
        { start: '11:00', end: '17:00' },
        { start: '09:00', end: '12:00' },
      ],
    }
    assert.deepEqual(common([halves], '2026-07-01T00:00:00Z'), ['2026-07-01T07:00', '2026-07-01T15:00'])
  })

  it('open and close when their clocks show it, compared for every quarter of an hour', () => {
    const quarter = fc
      .integer({ min: 0, max: 95 })
      .map((index) => `${String(Math.floor(index / 4)).padStart(2, '0')}:${['00', '15', '30', '45'][index % 4]}`)
    const days = fc.subarray([...weekdays]).map((some) => [...some])
    const zones = [
      'UTC',
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Atlantic/Azores',
    ]
    const schedule: fc.Arbitrary<Schedule> = fc.record({
      timeZone: fc.constantFrom(...zones),
      windows: fc.array(
        fc.oneof(
          fc.record({ start: quarter, end: quarter }),
          fc.record({ start: quarter, end: quarter, days: fc.subarray([...weekdays], { minLength: 1 }) }),
        ),
        { minLength: 1, maxLength: 3 },
      ),
      days,
    })
    // Many begin shortly before the clocks of one of the zones change.
    const change = fc.constantFrom('2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01')
    const start = fc
      .tuple(change, fc.integer({ min: -300, max: 100 }))
      .map(([day, quarters]) => Date.parse(day) + quarters * quarterMs)
    fc.assert(
      fc.property(fc.array(schedule, { minLength: 1, maxLength: 3 }), start, (schedules, startMs) => {
        const isOpenAt = (ms: number) => schedules.every((one) => isOpenByClock(one, ms))
        const end = startMs + 5 * 24 * 3_600_000
        let from = startMs
        while (from < end && !isOpenAt(from)) from += quarterMs
        let to = from
        while (to < end && isOpenAt(to)) to += quarterMs
        const expected = from < end ? { from: new Date(from), to: new Date(to) } : undefined
        assert.deepEqual(nextCommonOpening(schedules, new Date(startMs), 5), expected)
      }),
      { numRuns: 200 },
    )
  })
})

const quarterMs = 15 * 60_000
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

const clocks = new Map<string, Intl.DateTimeFormat>()

/** The day of the week and the minutes since midnight on the clocks of a zone. */
function clockAt(timeZone: string, ms: number) {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en', { timeZone, hourCycle: 'h23', weekday: 'long', hour: 'numeric', minute: 'numeric' })
  clocks.set(timeZone, clock)
  const parts = Object.fromEntries(clock.formatToParts(ms).map(({ type, value }) => [type, value]))
  const weekday = weekdays.indexOf(parts['weekday']!.toLowerCase() as (typeof weekdays)[number])
  return { weekday, minutes: Number(parts['hour']) * 60 + Number(parts['minute']) }
}

/** While the clocks repeat an hour, a schedule stays as it was before. */
function isOpenByClock(schedule: Schedule, ms: number): boolean {
  const { timeZone } = schedule
  const { weekday, minutes } = clockAt(timeZone, ms)
  const isRepeated = [30, 60].some((shift) => clockAt(timeZone, ms - shift * 60_000).minutes === minutes)
  if (isRepeated) return isOpenByClock(schedule, ms - quarterMs)
  return schedule.windows.some(({ start, end, days = schedule.days }) => {
    const [from, to] = [start, end].map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) as [
      number,
      number,
    ]
    const begins = (day: number) => days.length === 0 || days.includes(weekdays[(day + 7) % 7]!)
    if (to > from) return begins(weekday) && from <= minutes && minutes < to
    return (begins(weekday) && from <= minutes) || (begins(weekday - 1) && minutes < to)
  })
}
