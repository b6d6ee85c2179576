// The search in what is being heard finds the same words at the same moment as a search in each frame.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { HeardSound } from '#server/voice/virtual/virtual-line.ts'
import { createHeardWords, createWordSearch, findWords } from './heard-words.ts'

const msPerCharacter = 60
const texts = ['Hello, this is Ada.', 'We open at nine, and close at five.', 'It’s Zoë’s bakery!', 'We open at nine.']

it('finds words in whole, interrupted and continued texts as soon as they are heard', () => {
  const sounds: HeardSound[] = []
  const heard = createHeardWords(sounds, msPerCharacter)
  const after = { part: 0, character: 0 }
  const wanted = ['is ada', 'ada we', 'at nine', 'nine and close', 'five its', 'zoës', 'bakery', 'y', 'never said']
  const searches = wanted.map((words) => ({ words, search: createWordSearch(heard.parts), foundMs: -1 }))
  let nowMs = 0
  for (const [code, text] of texts.entries()) {
    const wholeMs = text.length * msPerCharacter
    // Each text is paused once, at a time that is within a character.
    for (const partMs of [wholeMs * 0.37, wholeMs * 0.63]) {
      sounds.push({ code, text, fromMs: nowMs, toMs: nowMs })
      for (let toMs = 20; toMs < partMs + 20; toMs += 20) {
        sounds.at(-1)!.toMs = nowMs + Math.min(toMs, partMs)
        for (const one of searches) {
          const found = one.search(one.words, after)
          assert.deepEqual(found, findWords(heard.parts(), one.words, after), `${one.words} at ${nowMs + toMs} ms`)
          if (found && one.foundMs < 0) one.foundMs = nowMs + toMs
        }
      }
      nowMs += partMs + 400
    }
  }
  const found = searches.filter(({ foundMs }) => foundMs >= 0).map(({ words }) => words)
  assert.deepEqual(found, wanted.slice(0, -1))
})

it('finds words from the beginning of a text that is said again after an interruption', () => {
  const text = texts[1]!
  const sounds = [7, 8].map((code, index) => ({ code, text, fromMs: index * 1_000, toMs: index * 1_000 + 600 }))
  const heard = createHeardWords(sounds, msPerCharacter)
  assert.deepEqual(
    heard.parts().map(({ from, to }) => [from, to]),
    [
      [0, 10],
      [0, 10],
    ],
  )
})
