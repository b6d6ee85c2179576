// Tests that the arguments of tool calls are validated like ajv does it, and in bounded time.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import { findSchemaFaults } from '#contract/assistants/tool-parameters.ts'
import { assertCost } from '#testing/measure/processor-time.ts'
import { findArgumentError } from './arguments.ts'

type Schema = Record<string, unknown>

const name = fc.constantFrom('a', 'b', 'c', 'toString', 'constructor', 'größe', '😀')
const scalar = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, '', 'a', '😀😀', 0, 1, 2, 1.5, -3),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
)
const type = fc.constantFrom('string', 'number', 'integer', 'boolean', 'object', 'array', 'null')
const size = fc.nat({ max: 3 })

const keyword = (word: string, content: fc.Arbitrary<unknown>) => fc.tuple(fc.constant(word), content)

const { schema } = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc
    .array(
      fc.oneof(
        { depthSize: 'small' },
        keyword('type', fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 }))),
        keyword('enum', fc.array(scalar, { minLength: 1, maxLength: 4 })),
        keyword('const', scalar),
        keyword('minimum', size),
        keyword('maximum', size),
        keyword('exclusiveMinimum', size),
        keyword('exclusiveMaximum', size),
        keyword('minLength', size),
        keyword('maxLength', size),
        keyword('minItems', size),
        keyword('maxItems', size),
        keyword('required', fc.uniqueArray(name, { maxLength: 2 })),
        keyword('additionalProperties', fc.boolean()),
        keyword('items', tie('schema')),
        keyword('properties', fc.dictionary(name, tie('schema'), { maxKeys: 3 })),
      ),
      { maxLength: 3 },
    )
    .map((keywords): Schema => Object.fromEntries(keywords)),
}))
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4 }),
  ),
}))

describe('the arguments of a tool call', () => {
  it('are valid exactly if ajv accepts them', () => {
    const options = { strict: false, validateSchema: false, validateFormats: false, ownProperties: true }
    const verdicts = { true: 0, false: 0 }
    fc.assert(
      fc.property(schema, value, (inner, one) => {
        const root = { type: 'object', properties: { one: inner } }
        if (findSchemaFaults(root).length > 0) return
        const expected = new Ajv({ ...options, logger: false }).validate(root, { one })
        const error = findArgumentError(root, { one })
        assert.equal(error === undefined, expected, error)
        verdicts[`${expected}`]++
      }),
      { numRuns: 2_000 },
    )
    assert.ok(verdicts.true > 300 && verdicts.false > 300, JSON.stringify(verdicts))
  })

  it('must be declared, unless the schema allows additional properties', () => {
    const message = "The arguments are invalid: the object must not have the property 'b'."
    const properties = { a: { type: 'string' } }
    assert.equal(findArgumentError({ type: 'object', properties }, { a: 'x', b: 1 }), message)
    assert.equal(findArgumentError({ type: 'object' }, { b: 1 }), message)
    assert.equal(findArgumentError({ type: 'object' }, {}), undefined)
    assert.equal(findArgumentError({ type: 'object', properties, additionalProperties: true }, { b: 1 }), undefined)
    const nested = { type: 'object', properties: { a: { type: 'object', properties } } }
    assert.equal(findArgumentError(nested, { a: { b: 1 } }), undefined)
  })

  it('are validated in time proportional to their size, even against the most expensive schemas', async () => {
    const wide = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`property_${index}`, { maxLength: 50 }]))
    const schemas: Schema[] = [
      { items: { enum: Array.from({ length: 3_000 }, (_, index) => index) } },
      { items: { type: 'object', properties: wide, required: Object.keys(wide) } },
      { items: { type: 'string', minLength: 1, maxLength: 100_000 } },
      { maxLength: 1_000_000 },
    ]
    const values = [
      Array.from({ length: 50_000 }, () => 2_999),
      Array.from({ length: 50_000 }, () => ({})),
      Array.from({ length: 50_000 }, () => '😀'),
      '😀'.repeat(100_000),
      JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`),
    ]
    for (const a of schemas) {
      for (const one of values) {
        await assertCost(200, () => {
          const error = findArgumentError({ type: 'object', properties: { a } }, { a: one })
          assert.ok(error === undefined || error.startsWith('The arguments are invalid: /a'))
        })
      }
    }
  })
})
