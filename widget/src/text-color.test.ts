// Tests of the color of text on the color of a website.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textColorOn } from './text-color.ts'

test('text is white on dark colors and black on light ones', () => {
  assert.deepEqual(['#000000', '#0b6e66', '#8a3b12', '#0000ff'].map(textColorOn), Array(4).fill('#ffffff'))
  assert.deepEqual(['#ffffff', '#ffd400', '#5eead4', '#ff8080'].map(textColorOn), Array(4).fill('#000000'))
})
