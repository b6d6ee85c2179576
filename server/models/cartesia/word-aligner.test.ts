// Tests the conversion of word times to the times of characters.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createWordAligner } from './word-aligner.ts'

/** Words that last half a second each. */
function align(text: string, words: string[]) {
  const starts = words.map((_, index) => index / 2)
  return createWordAligner(text)({ words, starts, ends: starts.map((start) => start + 0.5) })
}

const spokenBefore = (text: string, words: string[], ms: number) => {
  const { characters, startsMs } = align(text, words)!
  return characters.filter((_, index) => startsMs[index]! < ms).join('')
}

describe('the times of words', () => {
  test('are applied to words whose punctuation the vendor leaves out or keeps', () => {
    for (const words of [
      ['Hello', 'Mr', "O'Hara", 'bye'],
      ['Hello,', 'Mr.', "O'Hara!", 'bye'],
    ]) {
      const text = "Hello, Mr. O'Hara! “bye”"
      assert.equal(align(text, words)!.characters.join(''), text)
      assert.equal(spokenBefore(text, words, 500), 'Hello,')
      assert.equal(spokenBefore(text, words, 1_500), "Hello, Mr. O'Hara!")
    }
  })

  test('are applied to texts without spaces', () => {
    assert.equal(spokenBefore('今天天气很好。', ['今天', '天气', '很好'], 1_000), '今天天气')
  })

  test('continue after a word that is spoken in another form', () => {
    const text = 'It costs $5 today.'
    assert.equal(spokenBefore(text, ['It', 'costs', 'five dollars', 'today'], 1_500), 'It costs')
    assert.equal(align(text, ['It', 'costs', 'five dollars', 'today'])!.characters.join(''), text)
  })

  test('are unknown if no word is in the text', () => {
    assert.equal(align('Hello.', ['Goodbye', '…', '']), undefined)
  })

  test('never go back, and never cover more than the text, whatever the vendor sends', () => {
    const times = fc.float({ min: 0, max: 100, noNaN: true })
    const reports = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'a b', '.', 'ab.'), times, times), { maxLength: 20 })
    fc.assert(
      fc.property(fc.stringMatching(/^[ab .]{0,200}$/), reports, (text, report) => {
        const [words, starts, ends] = [0, 1, 2].map((at) => report.map((values) => values[at])) as never[]
        const { characters, startsMs } = createWordAligner(text)({ words, starts, ends } as never) ?? {
          characters: [],
          startsMs: [],
        }
        assert.equal(characters.join(''), text.slice(0, characters.length))
        assert.ok(startsMs.every((ms, index) => ms >= (startsMs[index - 1] ?? 0)))
      }),
    )
  })
})
