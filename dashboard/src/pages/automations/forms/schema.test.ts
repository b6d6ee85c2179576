// Tests of reading and writing the values of fields.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseJson } from '@parley/rules'
import fc from 'fast-check'
import { type FieldKind, kindOf, readText, writeText } from './schema.ts'

describe('the value of a field', () => {
  it('is the same after it was written and read again', () => {
    const round = (kind: FieldKind, value: unknown) => readText(kind, writeText(kind, value))
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = parseJson(JSON.stringify(value))
        assert.deepEqual(round('json', json), json === null || json === '' ? undefined : json)
      }),
    )
    assert.deepEqual(round('json', '12'), '12')
    assert.deepEqual(round('lines', ['urgent', 'can wait']), ['urgent', 'can wait'])
    assert.equal(round('number', 12.5), 12.5)
    assert.equal(round('number', '{{trigger.count}}'), '{{trigger.count}}')
  })

  it('is edited as its schema says', () => {
    assert.equal(kindOf({ type: 'string', enum: ['GET'] }), 'choice')
    assert.equal(kindOf({ type: ['string', 'null'], maxLength: 4096 }), 'long-text')
    assert.equal(kindOf({ anyOf: [{ type: 'integer' }, { type: 'string' }] }), 'text')
    assert.equal(kindOf({ type: 'object', additionalProperties: {} }), 'pairs')
    assert.equal(kindOf({ type: 'array', items: { type: 'string' } }), 'lines')
    assert.equal(kindOf({ description: 'Anything.' }), 'json')
  })
})
