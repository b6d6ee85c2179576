// Tests of the webhook payloads.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inlineReferences, type JsonSchema, jsonSchemaOf } from '../wire/json-schema.ts'
import { webhookPayloads } from './webhook-payloads.ts'

test('every time in a webhook is ISO 8601 with an offset', () => {
  for (const [kind, { body }] of Object.entries(webhookPayloads)) {
    const times = fieldsIn(inlineReferences(jsonSchemaOf(body, 'output', (name) => name))).filter(([name]) =>
      /_at$|(?:^|_)timestamp$/.test(name),
    )
    assert.ok(times.length > 0, kind)
    for (const [name, { format }] of times) assert.equal(format, 'date-time', `${kind}: ${name}`)
  }
})

function fieldsIn({ properties = {}, items, anyOf = [] }: JsonSchema): [string, JsonSchema][] {
  return [
    ...Object.entries(properties).flatMap(([name, field]): [string, JsonSchema][] => [
      [name, field],
      ...fieldsIn(field),
    ]),
    ...[items, ...anyOf].flatMap((schema) => (schema ? fieldsIn(schema) : [])),
  ]
}
