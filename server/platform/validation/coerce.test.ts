// Tests of the coercion of input to the types of its schema, and of text that cannot be stored.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { z } from 'zod'
import { day, id, requiredText, text, variables, variablesInput, webUrl } from '#contract/wire/fields.ts'
import { createValidator } from './validate.ts'

function coerced(schema: z.ZodType, value: unknown): unknown {
  const checked = createValidator(z.object({ x: schema }))({ x: value })
  assert.ok(checked.ok, `refused: ${JSON.stringify(checked)}`)
  return (checked.value as { x?: unknown }).x
}

function refused(schema: z.ZodType, value: unknown): Record<string, string[]> {
  const checked = createValidator(z.object({ x: schema }))({ x: value })
  assert.ok(!checked.ok, 'the value was accepted')
  return checked.errors
}

const invalid = (field: string) => ({ [field]: [`The ${field} format is invalid.`] })

describe('coercion', () => {
  it('trims text', () => {
    assert.equal(coerced(requiredText(5), '  abc\n'), 'abc')
    assert.equal(coerced(text(3), '  abc   '), 'abc')
    assert.equal(coerced(z.enum(['a', 'b']), ' b '), 'b')
    assert.equal(coerced(day, ' 2026-01-31 '), '2026-01-31')
    assert.equal(coerced(webUrl, ' https://example.com/ '), 'https://example.com/')
  })

  it('reads "" and blanks as null where null is allowed, and as absent where the field is optional', () => {
    for (const value of ['', '   ', null]) {
      assert.equal(coerced(text(5).nullable(), value), null)
      assert.equal(coerced(z.int().nullable(), value), null)
      assert.equal(coerced(text(5).optional(), value), undefined)
      assert.equal(coerced(z.int().default(7), value), 7)
      assert.equal(coerced(z.boolean().nullable().optional(), value), null)
      assert.equal(coerced(z.boolean().optional().nullable(), value), null)
    }
  })

  it('reads digits as numbers', () => {
    assert.equal(coerced(z.int(), '42'), 42)
    assert.equal(coerced(z.int(), ' 42 '), 42)
    assert.equal(coerced(z.int(), '-3'), -3)
    assert.equal(coerced(z.number(), '1.25'), 1.25)
    assert.equal(coerced(z.number(), '-.5'), -0.5)
    assert.equal(coerced(id.optional(), '7'), 7)
    assert.deepEqual(coerced(z.array(id), ['1', 2]), [1, 2])
  })

  it('reads 0 and 1 as false and true', () => {
    for (const value of [true, 1, '1', 'true']) assert.equal(coerced(z.boolean(), value), true)
    for (const value of [false, 0, '0', 'false']) assert.equal(coerced(z.boolean(), value), false)
  })

  it('ignores undeclared and inherited fields', () => {
    const schema = z.object({ a: z.int().optional() })
    assert.deepEqual(coerced(schema, { a: 1, b: 2, __proto__: { c: 3 } }), { a: 1 })
    assert.deepEqual(coerced(schema, Object.create({ a: 1 })), {})
  })

  it('trims names and values in maps, and keeps empty values', () => {
    const given = { ' name ': '  Ada  ', empty: '', blank: '  ' }
    assert.deepEqual(coerced(variables, given), { name: 'Ada', empty: '', blank: '' })
  })

  it('trims strings at every depth of a map or list', () => {
    const given = { a: [' b ', { c: ' d ', e: 1, f: null }], g: ' ' }
    const trimmed = { a: ['b', { c: 'd', e: 1, f: null }], g: '' }
    assert.deepEqual(coerced(z.record(z.string(), z.unknown()), given), trimmed)
    assert.deepEqual(coerced(z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]), given), trimmed)
  })

  it('converts numbers and booleans among the variables of a conversation to text, and nothing else', () => {
    const given = { count: 5, price: 1.5, vip: true, old: false, name: ' Ada ' }
    const texts = { count: '5', price: '1.5', vip: 'true', old: 'false', name: 'Ada' }
    assert.deepEqual(coerced(variablesInput, given), texts)
    assert.deepEqual(coerced(variablesInput, { name: 'Ada', unset: null }), { name: 'Ada' })
    for (const value of [{}, [], ['a'], Number.POSITIVE_INFINITY])
      assert.deepEqual(refused(variablesInput, { city: value }), { 'x.city': ['The x.city must be a string.'] })
    assert.deepEqual(refused(variablesInput, { city: 'x'.repeat(16_001) }), {
      x: ['The x may not be greater than 16000 characters.'],
    })
  })

  it('reads a leading space as the plus of a phone number', () => {
    const phone = text(32).meta({ 'x-plus-as-space': true })
    assert.equal(coerced(phone, ' 447700900123'), '+447700900123')
    assert.equal(coerced(phone.optional(), '+447700900123'), '+447700900123')
    assert.equal(coerced(phone, '447700900123'), '447700900123')
    assert.equal(coerced(phone, '  447700900123'), '447700900123')
    assert.equal(coerced(text(32), ' 447700900123'), '447700900123')
  })

  it('drops null values from maps of text, and from nothing else', () => {
    assert.deepEqual(coerced(variables, { name: 'Ada', unset: null }), { name: 'Ada' })
    assert.deepEqual(coerced(z.record(z.string(), z.unknown()), { a: null }), { a: null })
    assert.deepEqual(coerced(z.record(z.string(), z.string().nullable()), { a: null }), { a: null })
  })

  it('reads an empty list as an empty map, and no other list', () => {
    assert.deepEqual(coerced(variables, []), {})
    assert.deepEqual(coerced(variables.nullable().optional(), []), {})
    assert.deepEqual(coerced(z.object({ a: z.int().optional() }), []), {})
    assert.deepEqual(coerced(z.array(variables), [[], { a: 'b' }]), [{}, { a: 'b' }])
    assert.deepEqual(coerced(z.array(z.int()), []), [])
    assert.deepEqual(refused(variables, ['a']), { x: ['The x must be an array.'] })
  })

  it('reports U+0000 and lone surrogates under their field', () => {
    const bad = ['a\u0000b', '\u0000', '\ud800', 'x\udfff', '\ud83d']
    for (const value of bad) {
      assert.deepEqual(refused(text(50), value), invalid('x'))
      assert.deepEqual(refused(text(50).nullable().optional(), value), invalid('x'))
      assert.deepEqual(refused(z.array(text(50)), ['fine', value]), invalid('x.1'))
      assert.deepEqual(refused(z.object({ y: text(50) }), { y: value }), invalid('x.y'))
      assert.deepEqual(refused(variables, { name: value }), invalid('x.name'))
      assert.deepEqual(refused(variables, { [value]: 'name' }), invalid('x'))
      assert.deepEqual(refused(z.record(z.string(), z.unknown()), { deep: [{ er: value }] }), invalid('x.deep.0.er'))
      assert.deepEqual(refused(z.unknown(), { deep: value }), invalid('x.deep'))
    }
    assert.equal(coerced(text(50), '👩‍🚀'), '👩‍🚀')
  })

  it('applies to the alternatives of a union', () => {
    const union = z.union([z.string(), z.object({ a: z.string() }), z.array(z.string())])
    assert.equal(coerced(union, ' x '), 'x')
    assert.deepEqual(refused(union, { a: 'x\u0000' }), invalid('x.a'))
    assert.deepEqual(refused(union, ['ok', '\ud800']), invalid('x.1'))
    const tools = z.discriminatedUnion('type', [
      z.object({ type: z.literal('a'), count: z.int(), loud: z.boolean().optional() }),
      z.object({ type: z.literal('b'), text: z.string() }),
    ])
    assert.deepEqual(coerced(tools, { type: ' a ', count: '5', loud: '1', more: 1 }), {
      type: 'a',
      count: 5,
      loud: true,
    })
    assert.deepEqual(coerced(tools, { type: 'b', text: ' x ' }), { type: 'b', text: 'x' })
    assert.deepEqual(refused(tools, { type: 'b', text: 'x\u0000' }), invalid('x.text'))
    assert.deepEqual(refused(tools, { type: 'a', count: 'many' }), { 'x.count': ['The x.count must be an integer.'] })
    assert.deepEqual(refused(tools, { type: 'c' }), { 'x.type': ['The selected x.type is invalid.'] })
    assert.deepEqual(refused(tools, {}), { 'x.type': ['The x.type field is required.'] })
    assert.deepEqual(refused(tools, 5), { x: ['The x must be an array.'] })
  })

  it('never throws', () => {
    const check = createValidator(
      z.object({
        text: requiredText(20),
        count: z.int().min(1).optional(),
        list: z.array(z.object({ a: z.boolean() })).nullable(),
        variables: variables.optional(),
        any: z.record(z.string(), z.unknown()).optional(),
        union: z.union([z.string(), z.number()]).optional(),
      }),
    )
    fc.assert(
      fc.property(
        fc.oneof(fc.anything(), fc.record({ text: fc.anything(), list: fc.anything(), any: fc.anything() })),
        (raw) => {
          const checked = check(raw)
          if (!checked.ok) {
            assert.ok(Object.keys(checked.errors).length > 0)
            for (const message of Object.values(checked.errors).flat()) assert.match(message, /^The .*\.$/s)
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})
