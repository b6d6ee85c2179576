// Tests of reading passages in results of functions, which can be anything.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { passagesOf } from './passages.ts'

test('passages have their text, and where they are', () => {
  const source = { document: 'Handbook', headings: ['Delivery', 'Abroad'], page: 3 }
  assert.deepEqual(passagesOf({ passages: [{ text: 'We deliver.', source }, { text: 'Always.' }] }), [
    { text: 'We deliver.', place: ['Handbook', 'Delivery', 'Abroad'] },
    { text: 'Always.', place: [] },
  ])
  assert.deepEqual(passagesOf({ passages: [], note: 'Nothing was found.' }), [])
})

test('results of other functions are no passages, whatever they contain', () => {
  for (const result of [null, 'passages', { passages: 'x' }, { passages: [null] }, { passages: [{ text: 1 }] }])
    assert.equal(passagesOf(result), undefined)
  assert.deepEqual(passagesOf({ passages: [{ text: 'a', source: { document: {}, headings: 5 } }] }), [
    { text: 'a', place: [] },
  ])
  fc.assert(fc.property(fc.jsonValue(), (passages) => void passagesOf({ passages })))
})
