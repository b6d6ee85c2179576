// Tests the reduction of JSON schemas to what the Gemini API accepts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reduceSchema } from './schema.ts'

test('keeps accepted fields, and replaces or removes the others', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    additionalProperties: false,
    properties: {
      day: { type: 'string', format: 'date', description: 'The day.' },
      size: { type: ['integer', 'null'], exclusiveMinimum: 0, maximum: 9 },
      kind: { const: 'table' },
      extras: { type: 'array', items: { enum: ['window', 'garden'] } },
      phone: { oneOf: [{ type: 'string' }, { type: 'null' }] },
      anything: { anyOf: [{ type: 'number' }, { type: 'boolean' }] },
    },
    required: ['day', 'missing'],
  }
  assert.deepEqual(reduceSchema(schema), {
    type: 'OBJECT',
    properties: {
      day: { type: 'STRING', description: 'The day.' },
      size: { type: 'INTEGER', nullable: true, maximum: 9 },
      kind: { type: 'STRING', enum: ['table'] },
      extras: { type: 'ARRAY', items: { type: 'STRING', enum: ['window', 'garden'] } },
      phone: { type: 'STRING', nullable: true },
      anything: { anyOf: [{ type: 'NUMBER' }, { type: 'BOOLEAN' }] },
    },
    required: ['day'],
  })
})

test('ends for a schema that contains itself', () => {
  const schema: Record<string, unknown> = { type: 'array' }
  schema.items = schema
  assert.match(JSON.stringify(reduceSchema(schema)), /^\{"type":"ARRAY","items":/)
})
