// Tests of the division of texts into pieces.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { maxPieceCharacters, piecesOf } from './pieces.ts'

test('a short text is one piece, with single spaces', () => {
  assert.deepEqual(piecesOf('  We open\n\nat   seven. '), ['We open at seven.'])
  assert.deepEqual(piecesOf(' \n'), [])
})

test('a long text is cut at the end of a sentence, or else of a word', () => {
  const words = `${'word '.repeat(29)}end.`
  assert.deepEqual(piecesOf(`${words} ${words} ${words}`), [words, words, words])
  for (const piece of piecesOf('letters '.repeat(100))) assert.match(piece, /^letters.*letters$/)
})

test('pieces are short and contain the text, up to a limit', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 3_000, unit: fc.constantFrom('a', 'b', ' ', '. ', '? ', '日') }), (text) => {
      const pieces = piecesOf(text)
      assert.ok(pieces.every((piece) => piece.length <= maxPieceCharacters && piece.trim() === piece && piece !== ''))
      const compact = (words: string) => words.replace(/\s+/g, '')
      assert.ok(compact(text).startsWith(compact(pieces.join(''))))
      if (text.length <= 2_400) assert.equal(compact(pieces.join('')), compact(text))
    }),
  )
})
