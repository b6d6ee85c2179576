// Tests that only numbers that are said alone are corrected.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { correctSingleNumber, isSaidAlone } from '../src/said-alone.ts'

it('numbers that are said alone are written as numbers', () => {
  for (const [written, said] of [
    ['For,', 'Four,'],
    ['too.', 'Two.'],
    ['Ate', 'Eight'],
    ['Thirty s..', 'Thirtieth.'],
    ['Fifty s.', 'Fiftieth.'],
  ] as const)
    assert.equal(correctSingleNumber(written), said)
})

it('other texts stay as they are', () => {
  for (const text of ['', '?', 'For four.', 'For you.', 'Fort.', 'Thirty.', 'Thirty seconds.', 'Thirty s of March.'])
    assert.equal(correctSingleNumber(text), text)
})

it('one number, one short answer or the letter S is said alone', () => {
  for (const text of [
    'Four.',
    'eighty',
    'Ninth!',
    'Fortieth.',
    'Nineteenth,',
    'Hundred.',
    'Billionth.',
    'Yes.',
    'Oh, okay.',
    'Thank you!',
    'S.',
  ])
    assert.equal(isSaidAlone(text), true, text)
  for (const text of [
    '',
    'A. D..',
    'F.',
    'Seven teams.',
    'Floor.',
    'Twenty one.',
    'Minute.',
    'Fours.',
    'Nineth.',
    'Yes, please.',
    'Old hay.',
  ])
    assert.equal(isSaidAlone(text), false, text)
})
