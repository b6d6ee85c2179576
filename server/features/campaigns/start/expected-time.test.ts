// Tests of when a campaign is expected to have contacted its leads.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Schedule } from '../schedule/schedule.ts'
import { endOf } from './expected-time.ts'

const hourSeconds = 3_600
const from = new Date('2026-03-02T10:00:00Z')
const schedule = (start: string, end: string): Schedule => ({ timeZone: 'UTC', windows: [{ start, end }], days: [] })
const always = schedule('00:00', '00:00')
const endIso = (schedules: readonly Schedule[], seconds: number) => endOf(schedules, from, seconds)?.toISOString()

describe('the expected end', () => {
  it('is within the hours of the schedule and of the law', () => {
    assert.equal(endIso([always], 20 * hourSeconds), '2026-03-03T06:00:00.000Z')
    const legal = schedule('08:00', '18:00')
    assert.equal(endIso([always, legal], 8 * hourSeconds), '2026-03-02T18:00:00.000Z')
    assert.equal(endIso([always, legal], 20 * hourSeconds), '2026-03-04T10:00:00.000Z')
    assert.equal(endIso([schedule('16:00', '20:00'), legal], 3 * hourSeconds), '2026-03-03T17:00:00.000Z')
  })

  it('is up to a year away, however short the hours are', () => {
    const windows = ['10:00', '12:00', '14:00', '16:00'].map((start) => ({ start, end: `${start.slice(0, 3)}30` }))
    const short: Schedule = { ...always, windows }
    assert.equal(endIso([short], 300 * 2 * hourSeconds), '2026-12-26T16:30:00.000Z')
    assert.equal(endIso([short], 367 * 2 * hourSeconds), undefined)
    assert.equal(endIso([always], 365 * 24 * hourSeconds), '2027-03-02T10:00:00.000Z')
    assert.equal(endIso([always], 367 * 24 * hourSeconds), undefined)
  })

  it('is unknown if the schedule and the law have no hour in common', () => {
    assert.equal(endIso([schedule('08:00', '12:00'), schedule('12:00', '18:00')], 60), undefined)
  })
})
