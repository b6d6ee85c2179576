// Tests that only words that sound different count as errors.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { wordErrors, wordsOf } from '../src/word-errors.ts'

const errors = (said: string, heard: string): number => wordErrors(wordsOf(said), wordsOf(heard))

it('other spellings of the same words are no errors', () => {
  for (const [said, heard] of [
    ['Login incorrect.', 'Log in incorrect.'],
    ['Goodbye, and thank you', 'Good-bye and thank you.'],
    ["I'm afraid that's not OK", 'I am afraid that is not okay'],
    ['press one at five o’clock p.m.', "Press 1 at 5 o'clock PM."],
    ['the twenty first of the thirtieth', 'The 20 1st of the thirtieth'],
  ] as const)
    assert.equal(errors(said, heard), 0, `${said} / ${heard}`)
})

it('every word that is missing, additional or another one is an error', () => {
  assert.equal(errors('', ''), 0)
  assert.equal(errors('press the pound key', 'press pound key'), 1)
  assert.equal(errors('press the pound key', 'press the the pound key'), 1)
  assert.equal(errors('press the pound key', 'press the town tree'), 2)
  assert.equal(errors('sixteen people', 'six teen people'), 2, 'a number is no compound')
  assert.equal(errors('log out', 'login'), 2)
  assert.equal(errors('the fifth', 'the fifteenth'), 1)
  assert.equal(errors('one two three', ''), 3)
})
