// Tests of how the search of the dashboard ranks names, and of what it recognizes as a phone number or an id.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { bestOf, wantedOf } from './rank.ts'

const found = (query: string, ...labels: string[]): string[] =>
  bestOf(
    labels.map((label) => ({ label })),
    query,
    10,
  ).map(({ label }) => label)

it('puts the beginning of a name first, then the beginning of a word, then any other part', () => {
  assert.deepEqual(found('call', 'Recall', 'Make a call', 'Calls', 'Inbox'), ['Calls', 'Make a call', 'Recall'])
})

it('ignores case and accents, and finds words in any order', () => {
  assert.deepEqual(found('muller', 'Praxis Müller'), ['Praxis Müller'])
  assert.deepEqual(found('strasse', 'Straße'), ['Straße'])
  assert.deepEqual(found('desk front', 'Front desk', 'Front'), ['Front desk'])
})

it('takes signs of patterns as they are', () => {
  assert.deepEqual(found('a+(', 'Plan a+(b)', 'aab'), ['Plan a+(b)'])
})

it('finds by keywords after names', () => {
  const all = [
    { label: 'Change the look', keywords: 'dark theme' },
    { label: 'Dark', keywords: '' },
  ]
  assert.deepEqual(
    bestOf(all, 'dark', 10).map(({ label }) => label),
    ['Dark', 'Change the look'],
  )
})

it('reads a phone number in any format', () => {
  for (const written of ['+1 (415) 555-0123', '0014155550123', '1.415.555.0123', '+1/415/555 0123'])
    assert.equal(wantedOf(written).digits, '14155550123', written)
  assert.equal(wantedOf('+49 (0)30 901820').digits, '4930901820')
  assert.equal(wantedOf('030 901820').digits, '30901820')
  assert.equal(wantedOf('1234').digits, undefined)
  assert.equal(wantedOf('Room 101').digits, undefined)
})

it('reads ids of records', () => {
  assert.equal(wantedOf('#42').id, 42)
  assert.equal(wantedOf(' 42 ').id, 42)
  assert.equal(wantedOf('0').id, undefined)
  assert.equal(wantedOf('+42').id, undefined)
  const uuid = '3F2504E0-4F89-41D3-9A0C-0305E82C3301'
  assert.deepEqual(wantedOf(uuid), { uuid: uuid.toLowerCase() })
})
