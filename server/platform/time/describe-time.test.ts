// Tests how moments are described in time zones: days, offsets, daylight-saving time and unknown zones.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { describeTime } from './describe-time.ts'

const inWords = (iso: string, zone: string) => Object.values(describeTime(new Date(iso), zone)).join(' ')

test('a moment has another day, time and offset in each time zone', () => {
  assert.equal(inWords('2026-12-31T23:59:59.999Z', 'UTC'), '2026-12-31 23:59 Thursday +00:00')
  assert.equal(inWords('2026-12-31T23:59:59.999Z', 'Asia/Kathmandu'), '2027-01-01 05:44 Friday +05:45')
  assert.equal(inWords('2026-03-01T02:15:00Z', 'America/St_Johns'), '2026-02-28 22:45 Saturday -03:30')
  assert.equal(inWords('2026-06-15T11:00:00Z', 'Pacific/Kiritimati'), '2026-06-16 01:00 Tuesday +14:00')
})

test('the offset follows daylight-saving time at its change', () => {
  assert.equal(inWords('2026-03-29T00:59:00Z', 'Europe/Madrid'), '2026-03-29 01:59 Sunday +01:00')
  assert.equal(inWords('2026-03-29T01:00:00Z', 'Europe/Madrid'), '2026-03-29 03:00 Sunday +02:00')
  assert.equal(inWords('2026-11-01T05:30:00Z', 'America/Chicago'), '2026-11-01 00:30 Sunday -05:00')
  assert.equal(inWords('2026-11-01T07:30:00Z', 'America/Chicago'), '2026-11-01 01:30 Sunday -06:00')
})

test('a time zone that no longer exists is read as UTC', () => {
  assert.equal(inWords('2026-05-05T05:05:00Z', 'Mars/Olympus'), '2026-05-05 05:05 Tuesday +00:00')
})

test('date, time and offset name the same moment in every zone', () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  const moments = fc.date({ min: new Date('2000-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, zones, (at, zone) => {
      const { date, time, offset, weekday } = describeTime(at, zone)
      assert.equal(Date.parse(`${date}T${time}${offset}`), Math.floor(at.getTime() / 60_000) * 60_000)
      assert.equal(new Date(`${date}T00:00Z`).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' }), weekday)
    }),
  )
})
