// Tests of the segment count.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countSegments } from './segments.ts'

test('segments are counted as Twilio does', () => {
  for (const [text, segments, smart] of [
    ['', 1],
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    ['ё'.repeat(70), 1],
    ['ё'.repeat(71), 2],
    ['ё'.repeat(134), 2],
    ['ё'.repeat(135), 3],
    ['😀'.repeat(35), 1],
    ['😀'.repeat(36), 2],
    ['a\r\nb', 1],
    [`“${'a'.repeat(80)}”`, 2],
    [`“${'a'.repeat(80)}”`, 1, true],
    [`\`${'a'.repeat(70)}`, 2],
    ['a'.repeat(1_600), 11],
    ['ё'.repeat(1_600), 24],
  ] as const) {
    assert.equal(countSegments(text, smart), segments, `${text.length} of ${text[0]}`)
  }
})
