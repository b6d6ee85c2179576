// Generates single characters of Unicode.
import fc from 'fast-check'

const surrogates = { first: 0xd800, count: 0x800 }

/** The unit `binary` of `fc.string` is the same, but builds a table of all characters, which takes a second. */
export const anyCharacter: fc.Arbitrary<string> = fc.nat(0x10ffff - surrogates.count).map(
  (index) => String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count),
  (character) => {
    const code = typeof character === 'string' ? (character.codePointAt(0) ?? -1) : -1
    if (code < 0 || String.fromCodePoint(code) !== character || !character.isWellFormed())
      throw new Error('no character')
    return code < surrogates.first ? code : code - surrogates.count
  },
)
