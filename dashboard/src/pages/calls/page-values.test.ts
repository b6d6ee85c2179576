// Tests of positions in a call and of groups of events.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupOf } from './event-groups.ts'
import { positionOf } from './time-text.ts'

test('positions have hours only if needed, and thousandths on request', () => {
  assert.deepEqual(
    [0, 65_999, 3_723_000].map((ms) => positionOf(ms)),
    ['0:00', '1:05', '1:02:03'],
  )
  assert.equal(positionOf(1_250, true), '0:01.250')
})

test('failures are a group of their own', () => {
  assert.deepEqual(
    ['customer_spoke', 'tool_answered', 'answer_failed', 'carrier_status', 'whispered', 'new_event'].map(groupOf),
    ['words', 'tools', 'failures', 'carrier', 'people', 'other'],
  )
})
