// Tests of JSON whose integers a number cannot hold exactly.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { exactInteger, parseJson } from './exact-json.ts'

describe('JSON', () => {
  it('keeps the digits of integers wherever they are', () => {
    for (const text of [
      '{"id":7205759403792793601,"list":[-9007199254740993,[18446744073709551615]],"at":1}',
      '{"a b":"x: 12345678901234567890","c":12345678901234567890}',
      '340282366920938463463374607431768211456',
      '-9223372036854775808',
    ])
      assert.equal(JSON.stringify(parseJson(text)), text)
    assert.deepEqual(parseJson('[9007199254740991, 9007199254740992]'), [9007199254740991, 9007199254740992n])
    assert.equal(
      JSON.stringify({ id: parseJson('\n[\n\t98765432109876543210\n]') }, null, 1).includes('98765432109876543210'),
      true,
    )
  })

  it('leaves other numbers to the nearest number, and those without one as text', () => {
    assert.deepEqual(parseJson('[0.1, -0, 1e3, 12345678901234567890.5, 0.30000000000000004, 1e21]'), [
      0.1,
      -0,
      1000,
      Number('12345678901234567890.5'),
      0.30000000000000004,
      1e21,
    ])
    const digits = '9'.repeat(400)
    assert.deepEqual(parseJson(`{"a":1e400,"b":[${digits}],"c":-2.5E+999}`), {
      a: '1e400',
      b: [digits],
      c: '-2.5E+999',
    })
  })

  it('leaves text alone, and fails as JSON.parse does', () => {
    const value = { id: ': 12345678901234567890', at: ['1234567890123456', ', 1e999'], ['__proto__']: [1] }
    assert.deepEqual(parseJson(JSON.stringify(value)), value)
    for (const text of ['', '01234567890123456789', '[12345678901234567890', '{"a":12345678901234567890,}', 'x'])
      assert.throws(() => parseJson(text), SyntaxError)
  })

  it('is written as it was read, for every value', () => {
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(exactInteger),
        fc
          .double({ noNaN: true, noDefaultInfinity: true })
          .filter((value) => !Object.is(value, -0) && !isRounded(value)),
        fc.string(),
        fc.constantFrom(null, true, false),
        fc.array(tie('tree')),
        fc.dictionary(fc.string(), tie('tree'), { noNullPrototype: true }),
      ),
    }))
    fc.assert(fc.property(tree, (value) => assert.deepEqual(parseJson(JSON.stringify(value)), value)))
  })
})

/** A number that is written with more digits than it holds. */
const isRounded = (value: number): boolean => !Number.isSafeInteger(value) && /^-?\d+$/.test(String(value))
