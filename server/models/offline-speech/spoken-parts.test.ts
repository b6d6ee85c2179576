// Tests of the division of a text into parts that are synthesized one after the other.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { spokenParts } from './spoken-parts.ts'

const joined = (text: string): string[] => spokenParts(text, { joinsSentences: true })

describe('the parts of a spoken text', () => {
  it('are the text itself if it is short', () => {
    assert.deepEqual(joined('Good morning. How can I help you?'), ['Good morning. How can I help you?'])
  })

  it('are the sentences if they are not joined', () => {
    const parts = spokenParts('Good morning. How can I help you?', { joinsSentences: false })
    assert.deepEqual(parts, ['Good morning. ', 'How can I help you?'])
  })

  it('end with sentences, or else with a comma', () => {
    const sentence = 'We open at nine in the morning, and we close at six in the evening. '
    assert.deepEqual(joined(sentence.repeat(3)), [sentence.repeat(2), sentence])
    const list = 'a bell, '.repeat(30)
    for (const part of joined(list)) assert.match(part, /bell, $/)
  })

  it('contain the whole text, and are short', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 2_000 }),
        fc.constantFrom(1, 3),
        fc.boolean(),
        (text, times, joinsSentences) => {
          const parts = spokenParts(text.repeat(times), { joinsSentences })
          assert.equal(parts.join(''), text.repeat(times))
          for (const part of parts) assert.ok(part.length <= 200)
        },
      ),
      { numRuns: 50 },
    )
  })
})
