// Tests of reading a lead from a record: its time zone, and names and values that JSON must escape.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readHeader } from './columns.ts'
import { createLeadReader } from './read-lead.ts'

test('the time zone of a lead is read from its column, which stays a variable', () => {
  const read = createLeadReader(readHeader(['phone', 'Time Zone'], undefined), 'US')
  const zoneOf = (written: string) => {
    const lead = read(['+14155550100', written])
    assert.ok(typeof lead === 'object')
    assert.deepEqual(JSON.parse(lead.variables), { 'Time Zone': written })
    return lead.timeZone
  }
  assert.deepEqual(['Europe/Berlin', 'nowhere', '', 'Europe/Berlin', 'nowhere'].map(zoneOf), [
    'Europe/Berlin',
    undefined,
    undefined,
    'Europe/Berlin',
    undefined,
  ])
})

test('a lead without a column of time zones has none', () => {
  const read = createLeadReader(readHeader(['phone', 'a"\\'], undefined), 'US')
  assert.deepEqual(read(['(415) 555-0100', '"\n\\']), {
    phoneNumber: '+14155550100',
    extension: null,
    secondaryContacts: [],
    variables: JSON.stringify({ 'a"\\': '"\n\\' }),
    timeZone: undefined,
    notice: undefined,
  })
})

test('all variables of a lead together have a limited length', () => {
  const names = Array.from({ length: 17 }, (_, index) => `c${index}`)
  const read = createLeadReader(readHeader(['phone', ...names], undefined), 'US')
  const long = ['+14155550100', ...names.map(() => 'x'.repeat(1000))]
  assert.equal(read(long), 'The variables may not be greater than 16000 characters.')
  assert.equal(typeof read(long.slice(0, 16)), 'object')
  const nameLength = names.join('').length
  const [longest, tooLong] = [0, 1].map((more) => ['+14155550100', 'x'.repeat(16_000 - nameLength + more)])
  assert.equal(typeof read(longest!), 'object')
  assert.equal(read(tooLong!), 'The variables may not be greater than 16000 characters.')
})
