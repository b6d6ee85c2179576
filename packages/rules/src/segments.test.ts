// Tests of the segments of an SMS.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { countSegments, isGsm7 } from './segments.ts'

describe('the segments of an SMS', () => {
  it('are those that the carrier counts', () => {
    for (const [text, segments] of [
      ['', 1],
      ['a'.repeat(160), 1],
      ['a'.repeat(161), 2],
      ['a'.repeat(306), 2],
      ['a'.repeat(307), 3],
      ['€'.repeat(80), 1],
      ['€'.repeat(81), 2],
      // The escape of an extension character is not separated from it: 152 units and two more are 154.
      [`${'a'.repeat(152)}€${'a'.repeat(153)}`, 3],
      [`${'a'.repeat(151)}€${'a'.repeat(153)}`, 2],
      [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
      ['ё'.repeat(70), 1],
      ['ё'.repeat(71), 2],
      ['ё'.repeat(134), 2],
      ['ё'.repeat(135), 3],
      ['😀'.repeat(35), 1],
      ['😀'.repeat(36), 2],
      // 67 units hold 33 pairs, and one unit remains empty.
      ['😀'.repeat(66), 2],
      ['😀'.repeat(67), 3],
      [`${'あ'.repeat(66)}😀${'あ'.repeat(66)}`, 3],
      ['a\r\nb', 1],
      [`\`${'a'.repeat(69)}`, 1],
      [`\`${'a'.repeat(70)}`, 2],
      [`“${'a'.repeat(80)}”`, 2],
      ['ç'.repeat(71), 2],
      ['a'.repeat(1600), 11],
      ['ё'.repeat(1600), 24],
    ] as const)
      assert.equal(countSegments(text), segments, `${text.length} of ${text.slice(0, 1)}`)
  })

  /** Cuts the units of characters into segments, as an independent description of the rule. */
  function cut(units: readonly number[], [alone, joined]: readonly [number, number]): number {
    if (units.reduce((sum, unit) => sum + unit, 0) <= alone) return 1
    let rest = units
    let segments = 0
    for (; rest.length > 0; segments++) {
      let count = rest.length
      while (rest.slice(0, count).reduce((sum, unit) => sum + unit, 0) > joined) count--
      rest = rest.slice(count)
    }
    return segments
  }

  const gsm = fc.array(fc.constantFrom('a', 'Z', '@', '\n', 'é', '€', '[', '~'), { maxLength: 700 })
  const wide = fc.array(fc.constantFrom('a', '€', 'ё', '’', '😀', '\ud800'), { maxLength: 300 })

  it('never split a character, whatever the text', () => {
    fc.assert(
      fc.property(gsm, (characters) => {
        const units = characters.map((character) => (/[€[~]/.test(character) ? 2 : 1))
        assert.equal(countSegments(characters.join('')), cut(units, [160, 153]))
      }),
    )
    fc.assert(
      fc.property(wide, (characters) => {
        const text = `ё${characters.join('')}`
        assert.equal(
          countSegments(text),
          cut(
            Array.from(text, ({ length }) => length),
            [70, 67],
          ),
        )
      }),
    )
  })

  it('fit all units, and leave at most one unit of each segment empty', () => {
    fc.assert(
      fc.property(fc.oneof(gsm, wide), (characters) => {
        const text = characters.join('')
        const units = isGsm7(text) ? text.replace(/[\^{}\\[~\]|€]/g, '\x1b$&').length : text.length
        const [alone, joined] = isGsm7(text) ? [160, 153] : [70, 67]
        const segments = countSegments(text)
        if (units <= alone) assert.equal(segments, 1)
        else assert.ok(units <= segments * joined && units > (segments - 1) * (joined - 1), `${units} in ${segments}`)
      }),
    )
  })

  it('never become fewer when the text becomes longer', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.string({ unit: 'grapheme' }), (text, more) =>
        assert.ok(countSegments(text + more) >= countSegments(text)),
      ),
    )
  })
})
