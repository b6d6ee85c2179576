// Tests of what the addresses contain, of times, and of groups of events.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupOf } from './event-groups.ts'
import { instantOf } from './local-time.ts'
import { positionOf } from './time-text.ts'

test('positions have hours only if needed, and thousandths on request', () => {
  assert.deepEqual(
    [0, 65_999, 3_723_000].map((ms) => positionOf(ms)),
    ['0:00', '1:05', '1:02:03'],
  )
  assert.equal(positionOf(1_250, true), '0:01.250')
})

test('local times are read in the time zone of the account', () => {
  const read = (local: string, timeZone: string) => new Date(instantOf(local, timeZone)).toISOString()
  assert.equal(read('2026-07-01 12:00:00', 'Europe/Berlin'), '2026-07-01T10:00:00.000Z')
  assert.equal(read('2026-01-01 00:30:00', 'America/New_York'), '2026-01-01T05:30:00.000Z')
})

test('failures are a group of their own', () => {
  assert.deepEqual(
    ['customer_spoke', 'tool_answered', 'answer_failed', 'carrier_status', 'whispered', 'new_event'].map(groupOf),
    ['words', 'tools', 'failures', 'carrier', 'people', 'other'],
  )
})
