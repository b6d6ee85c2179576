// Tests of the comparison of texts.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { diffLines } from './diff-lines.ts'

const rowsOf = (before: string, after: string) => diffLines(before, after).map((row) => [row.before, row.after])

it('lines that are equal are in one row, and changed blocks beside each other', () => {
  assert.deepEqual(rowsOf('a\nb\nc', 'a\nx\ny\nc'), [
    ['a', 'a'],
    ['b', 'x'],
    [undefined, 'y'],
    ['c', 'c'],
  ])
})

it('lines that were moved are removed and added', () => {
  assert.deepEqual(rowsOf('a\nb\nc', 'b\nc\na'), [
    ['a', undefined],
    ['b', 'b'],
    ['c', 'c'],
    [undefined, 'a'],
  ])
})

it('texts with many different lines are compared quickly', () => {
  const text = (word: string) => Array.from({ length: 5_000 }, (_, line) => `${word} ${line}`).join('\n')
  assert.equal(diffLines(text('one'), text('other')).length, 5_000)
})
