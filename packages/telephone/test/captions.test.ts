// Tests of the words of a call that change while they are spoken.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Caption, noCaptions, replaceCaptions, replaceWords } from '../browser/captions.js'

const caption = (speaker: Caption['speaker'], text: string): Caption => ({ speaker, text, interrupted: false })
const [hello, hi, bye] = [caption('assistant', 'Hello.'), caption('customer', 'Hi'), caption('assistant', 'Bye.')]
const whisper = caption('whisper', 'Be brief.')

describe('captions of a connection', () => {
  it('replace those from their position on', () => {
    const one = replaceCaptions(noCaptions, 0, [hello, hi])
    assert.deepEqual(replaceCaptions(one, 1, [bye]), { first: 0, entries: [hello, bye] })
    assert.deepEqual(replaceCaptions(one, 2, [bye]).entries, [hello, hi, bye])
    assert.deepEqual(replaceCaptions(one, 1, []).entries, [hello])
  })

  it('begin where a reader joins, and again where words were missed', () => {
    const joined = replaceCaptions(noCaptions, 7, [hello])
    assert.deepEqual(replaceCaptions(joined, 8, [hi]), { first: 7, entries: [hello, hi] })
    assert.deepEqual(replaceCaptions(joined, 5, [hi]), { first: 5, entries: [hi] })
    assert.deepEqual(replaceCaptions(joined, 20, [hi]), { first: 20, entries: [hi] })
  })
})

describe('words of live events', () => {
  it('replace those from their position on, and leave whispers where they are', () => {
    assert.deepEqual(replaceWords([hello, whisper, hi], 1, [bye]), [hello, whisper, bye])
    assert.deepEqual(replaceWords([hello, whisper], 1, [hi, bye]), [hello, whisper, hi, bye])
    assert.deepEqual(replaceWords([hello, hi, whisper], 1, []), [hello, whisper])
    assert.deepEqual(replaceWords([], 0, [hello]), [hello])
  })

  it('are not shown after a gap', () => {
    assert.equal(replaceWords([hello, whisper], 2, [bye]), undefined)
  })
})
