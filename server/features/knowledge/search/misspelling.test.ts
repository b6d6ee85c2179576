// Tests of the comparison of misspelled words.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '#testing/requests/any-character.ts'
import { isMisspelling } from './misspelling.ts'

describe('a misspelled word', () => {
  it('has one or two letters that are missing, additional, other or swapped', () => {
    for (const [written, known] of [
      ['brekfast', 'breakfast'],
      ['musuem', 'museum'],
      ['adress', 'address'],
      ['öffnungzeiten', 'öffnungszeit'],
    ] as const)
      assert.ok(isMisspelling(written, known), `${written} ${known}`)
  })

  it('is not another word', () => {
    for (const [written, known] of [
      ['sponge', 'spring'],
      ['money', 'monday'],
      ['car', 'cat'],
      ['retrieve', 'relative'],
      ['collapse', 'close'],
    ] as const)
      assert.ok(!isMisspelling(written, known), `${written} ${known}`)
  })

  it('can have any letters, in any length', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter, maxLength: 60 }),
        fc.string({ unit: anyCharacter, maxLength: 60 }),
        (a, b) => {
          isMisspelling(a, b)
        },
      ),
    )
  })
})
