// Tests of reading times in the time zone of the account.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instantOf } from './instant.ts'

const read = (text: string, timeZone: string) => instantOf(text, timeZone).toISOString()

test('reads ISO 8601 with its offset', () => {
  assert.equal(read('2026-01-31T09:30:00.123000Z', 'Asia/Tokyo'), '2026-01-31T09:30:00.123Z')
})

test('reads local times in the time zone of the account, before and after a change of summer time', () => {
  assert.equal(read('2026-01-31 09:30:00', 'Europe/Berlin'), '2026-01-31T08:30:00.000Z')
  assert.equal(read('2026-07-31 09:30:00', 'Europe/Berlin'), '2026-07-31T07:30:00.000Z')
  assert.equal(read('2026-03-29 01:59:59', 'Europe/Berlin'), '2026-03-29T00:59:59.000Z')
  assert.equal(read('2026-03-29 03:00:00', 'Europe/Berlin'), '2026-03-29T01:00:00.000Z')
  assert.equal(read('2026-11-01 00:30:00', 'America/New_York'), '2026-11-01T04:30:00.000Z')
  assert.equal(read('2026-06-01 12:00:00', 'Asia/Kathmandu'), '2026-06-01T06:15:00.000Z')
})
