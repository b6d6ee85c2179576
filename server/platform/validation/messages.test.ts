// Tests of the exact messages of validation errors.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { between, day, id, intBetween, requiredText, text, variables, webUrl } from '#contract/wire/fields.ts'
import { createValidator, summarizeErrors } from './validate.ts'

function errorsOf(shape: z.ZodRawShape, raw: unknown): Record<string, string[]> {
  const checked = createValidator(z.object(shape))(raw)
  assert.ok(!checked.ok, 'the input was accepted')
  return checked.errors
}

/** Returns the only message under `field`. */
function messageOf(field: string, schema: z.ZodType, value?: unknown): string {
  const errors = errorsOf({ [field]: schema }, value === undefined ? {} : { [field]: value })
  assert.deepEqual(Object.keys(errors), [field])
  assert.equal(errors[field]!.length, 1)
  return errors[field]![0]!
}

const named = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`v${index}`, value]))

describe('validation messages', () => {
  it('ask for a value that is missing, null, empty or blank, whatever its type', () => {
    const numbers = [z.int(), z.number(), id, between(0.7, 1.2)]
    const texts = [requiredText(10), z.string(), z.enum(['a', 'b']), z.literal('a'), day, webUrl, z.uuid()]
    const collections = [z.array(z.string()), z.object({ a: z.string() }), z.record(z.string(), z.string())]
    for (const schema of [...numbers, ...texts, ...collections, z.boolean(), z.union([z.string(), z.number()])])
      for (const value of [undefined, null, '', '   ']) {
        if (value === '   ' && /^(?:array|object|record)$/.test(schema.def.type)) continue
        const message = messageOf('recipient_name', schema, value)
        assert.equal(message, 'The recipient name field is required.', schema.def.type)
      }
  })

  it('give the maximum length of text and of lists', () => {
    assert.equal(messageOf('name', text(255), 'x'.repeat(256)), 'The name may not be greater than 255 characters.')
    assert.equal(messageOf('name', text(255), '👋'.repeat(256)), 'The name may not be greater than 255 characters.')
    assert.equal(text(255).safeParse('👋'.repeat(255)).success, true)
    assert.equal(z.toJSONSchema(text(255)).maxLength, 255)
    assert.equal(messageOf('code', z.string().min(3), 'ab'), 'The code must be at least 3 characters.')
    assert.equal(messageOf('tags', z.array(z.int()).max(1), [1, 2]), 'The tags may not have more than 1 items.')
    assert.equal(messageOf('tags', z.array(z.int()).min(2), [1]), 'The tags must have at least 2 items.')
  })

  it('name the expected type', () => {
    for (const value of [5, true, [], {}])
      assert.equal(messageOf('name', z.string(), value), 'The name must be a string.')
    for (const value of ['x', '1.5', 1.5, true, [], {}, '1e999', '0x10', '1,000', 'NaN', 'Infinity', 2 ** 53, '1e30'])
      assert.equal(messageOf('max_calls', z.int(), value), 'The max calls must be an integer.', String(value))
    for (const value of ['x', true, [], {}])
      assert.equal(messageOf('speed', z.number(), value), 'The speed must be a number.')
    for (const value of ['x', 1, true, {}])
      assert.equal(messageOf('tools', z.array(z.string()), value), 'The tools must be an array.')
    for (const schema of [z.object({ a: z.int() }), variables, z.union([variables, z.array(z.string())])])
      for (const value of ['x', 1, true])
        assert.equal(messageOf('values', schema, value), 'The values must be an array.')
    for (const schema of [z.object({ a: z.int() }), variables])
      assert.equal(messageOf('values', schema, ['x', 'y']), 'The values must be an array.')
    for (const value of ['yes', 2, '2', [], {}])
      assert.equal(messageOf('record', z.boolean(), value), 'The record field must be true or false.')
  })

  it('give ranges and bounds', () => {
    for (const value of [0.69, 1.21, '1.21', -1])
      assert.equal(messageOf('speech_speed', between(0.7, 1.2), value), 'The speech speed must be between 0.7 and 1.2.')
    for (const value of [19, 1201])
      assert.equal(messageOf('duration', intBetween(20, 1200), value), 'The duration must be between 20 and 1200.')
    assert.equal(messageOf('limit', z.int().min(1), 0), 'The limit must be at least 1.')
    assert.equal(messageOf('limit', z.int().max(50), 51), 'The limit may not be greater than 50.')
    assert.equal(messageOf('folder_id', id, 0), 'The folder id must be at least 1.')
    assert.equal(messageOf('folder_id', id.nullable().optional(), -3), 'The folder id must be at least 1.')
    assert.equal(messageOf('folder_id', id, 1e30), 'The folder id must be an integer.')
  })

  it('reject unknown choices, invalid formats and invalid dates', () => {
    assert.equal(messageOf('voice_mode', z.enum(['a', 'b']), 'c'), 'The selected voice mode is invalid.')
    assert.equal(messageOf('voice_mode', z.enum(['a', 'b']), 7), 'The selected voice mode is invalid.')
    assert.equal(messageOf('voice_mode', z.enum(['a', 'b']).optional(), ['a']), 'The selected voice mode is invalid.')
    assert.equal(messageOf('webhook_url', webUrl, 'ftp://example.com'), 'The webhook url format is invalid.')
    assert.equal(messageOf('webhook_url', webUrl, 'nonsense'), 'The webhook url format is invalid.')
    assert.equal(messageOf('conversation', z.uuid(), 'x'), 'The conversation format is invalid.')
    for (const value of ['2026-02-30', '2026-13-01', '26-01-01', '0000-01-01', 'tomorrow', '2026-01-01T00:00:00Z'])
      assert.equal(messageOf('date_from', day, value), 'The date from is not a valid date.', value)
  })

  it('use dots for nested fields', () => {
    const shape = { links: z.array(z.object({ link: webUrl, depth_limit: z.int() })) }
    const errors = errorsOf(shape, { links: [{ link: 'https://example.com', depth_limit: 1 }, { link: 5 }] })
    assert.deepEqual(errors, {
      'links.1.link': ['The links.1.link must be a string.'],
      'links.1.depth_limit': ['The links.1.depth limit field is required.'],
    })
  })

  it('name the invalid value among variables', () => {
    assert.deepEqual(errorsOf({ variables }, { variables: { city: 5, name: 'Ada' } }), {
      'variables.city': ['The variables.city must be a string.'],
    })
    const tooMany = 'The variables may not have more than 50 items.'
    for (const value of ['x', '\0', 5])
      assert.deepEqual(errorsOf({ variables }, { variables: named(9000, value) }), { variables: [tooMany] })
    assert.equal(messageOf('variables', variables, named(51, 'x')), tooMany)
    const tooLong = 'The variables may not be greater than 16000 characters.'
    assert.equal(messageOf('variables', variables, named(20, 'x'.repeat(1000))), tooLong)
  })

  it('are limited to 100, with field names of limited length', () => {
    const errors = errorsOf({ tags: z.array(z.string()) }, { tags: Array(9000).fill(5) })
    assert.equal(Object.keys(errors).length, 100)
    assert.equal(summarizeErrors(errors), 'The tags.0 must be a string. (and 99 more errors)')
    assert.equal(Object.keys(errorsOf({ tags: z.array(z.string()) }, { tags: Array(9000).fill('\0') })).length, 100)
    const [field, messages] = Object.entries(errorsOf({ variables }, { variables: { ['x'.repeat(200_000)]: 5 } }))[0]!
    assert.ok(field.length <= 201 && messages.every((one) => one.length < 300))
  })

  it('exclude every invalid field from the valid ones, even beyond the limit', () => {
    const validate = createValidator(z.object({ variables, name: z.string(), fine: z.string() }))
    const checked = validate({ variables: named(200, 5), name: 5, fine: 'x' })
    assert.deepEqual(checked.ok ? {} : checked.valid, { fine: 'x' })
  })

  it('handle names from the prototype', () => {
    const raw = JSON.parse('{"variables": {"__proto__": 1, "constructor": 2, "toString": 3}}')
    const errors = errorsOf({ variables }, raw)
    assert.deepEqual(Object.keys(errors).sort(), ['variables.constructor', 'variables.toString'])
    assert.equal(Object.getPrototypeOf(errors), Object.prototype)
  })

  it('are summarized by the first message and the number of the others', () => {
    const schema = { name: requiredText(5), email: requiredText(5), age: z.int() }
    const summary = (raw: unknown) => summarizeErrors(errorsOf(schema, raw))
    assert.equal(summary({ email: 'a', age: 1 }), 'The name field is required.')
    assert.equal(summary({ age: 1 }), 'The name field is required. (and 1 more error)')
    assert.equal(summary({}), 'The name field is required. (and 2 more errors)')
  })
})
