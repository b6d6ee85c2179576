// The parameters of tools: the supported subset of JSON Schema, and the errors for everything else.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import { ParleyError } from '#sdk/index.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { rawRequests } from '#testing/http/raw-request.ts'
import { assertInvalid } from '#testing/requests/expect-refusal.ts'

type Schema = Record<string, unknown>

const basic = { name: 'look_up', description: 'Looks up an order.', url: 'https://api.example/orders' }
const wide = (count: number): Schema => ({
  type: 'object',
  properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, {}])),
})
const unsupported = (path: string): string =>
  `The ${path.replaceAll('_', ' ')} keyword is not supported in the parameters of a tool.`

const parley = await startTestApp()
const owner = await parley.createAccount()
const id = (await owner.client.tools.create(basic)).data.id
after(() => parley[Symbol.asyncDispose]())

describe('the parameters of a tool', () => {
  const save = (parameters: Schema) => owner.client.tools.update({ id, parameters })

  it('are returned unchanged within the supported subset', async () => {
    const parameters = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      title: 'An order',
      properties: {
        city: { type: ['string', 'null'], minLength: 1, maxLength: 80, format: 'city', default: null },
        size: { enum: ['s', 'm', 1, true, null] },
        kind: { const: 'gift' },
        lines: {
          type: 'array',
          minItems: 1,
          maxItems: 20,
          items: {
            type: 'object',
            properties: { sku: { type: 'string' }, count: { type: 'integer', minimum: 1, exclusiveMaximum: 100 } },
            required: ['sku'],
            additionalProperties: false,
          },
        },
        constructor: { type: 'boolean', description: 'A name that every object has.' },
      },
      required: ['city', 'constructor'],
      additionalProperties: true,
    }
    assert.deepEqual((await save(parameters)).data.parameters, parameters)
  })

  it('are refused with unsupported keywords, in creations and in updates', async () => {
    const city = { type: 'string' }
    for (const [keyword, value] of Object.entries({
      $ref: '#',
      $defs: { a: city },
      definitions: { a: city },
      $async: true,
      $id: 'https://example.com/schema',
      $dynamicRef: '#x',
      anyOf: [city],
      oneOf: [city],
      allOf: [city],
      not: city,
      if: city,
      pattern: '^(a+)+$',
      patternProperties: { '^a': city },
      uniqueItems: true,
      toString: 1,
    })) {
      const atRoot = { type: 'object', properties: { city }, [keyword]: value }
      await assertInvalid(owner.client.tools.create({ ...basic, name: 'other', parameters: atRoot }), {
        [`parameters.${keyword}`]: [unsupported(`parameters.${keyword}`)],
      })
      const path = `parameters.properties.lines.items.properties.city.${keyword}`
      const items = { type: 'object', properties: { city: { ...city, [keyword]: value } } }
      await assertInvalid(save({ type: 'object', properties: { lines: { type: 'array', items } } }), {
        [path]: [unsupported(path)],
      })
    }
  })

  it('are refused with invalid values of keywords', async () => {
    const types = 'string, number, integer, boolean, object, array, null'
    const at = (property: unknown) => ({ type: 'object', properties: { p: property } })
    for (const [property, where, must] of [
      [true, '', 'must be an object'],
      [{ type: 'text' }, '.type', `must be one or more of ${types}`],
      [{ type: ['string', 'string'] }, '.type', `must be one or more of ${types}`],
      [{ enum: [] }, '.enum', 'must be a list of strings, numbers, booleans or null'],
      [{ enum: [{}] }, '.enum', 'must be a list of strings, numbers, booleans or null'],
      [{ const: [] }, '.const', 'must be a string, a number, a boolean or null'],
      [{ minimum: '1' }, '.minimum', 'must be a number'],
      [{ maxLength: -1 }, '.maxLength', 'must be a whole number, 0 or more'],
      [{ minItems: 1.5 }, '.minItems', 'must be a whole number, 0 or more'],
      [{ items: [{}] }, '.items', 'must be an object'],
      [{ properties: ['a'] }, '.properties', 'must be an object'],
      [{ additionalProperties: {} }, '.additionalProperties', 'must be true or false'],
      [{ title: 5 }, '.title', 'must be a string'],
    ] as const) {
      const field = `parameters.properties.p${where}`
      await assertInvalid(save(at(property)), { [field]: [`The ${field} ${must}.`] })
    }
    await assertInvalid(save({ type: 'object', properties: { a: {} }, required: ['a', 'b'] }), {
      'parameters.required.1': ['The parameters.required.1 names a property that is not declared.'],
    })
  })

  it('are limited in depth, number and length of names', async () => {
    const nested = (depth: number): Schema =>
      depth === 1 ? { type: 'object' } : { type: 'object', properties: { a: nested(depth - 1) } }
    await save(nested(8))
    const field = `parameters${'.properties.a'.repeat(8)}`
    await assertInvalid(save(nested(9)), { [field]: [`The ${field} is nested deeper than 8 schemas.`] })
    await save(wide(249))
    await assertInvalid(save(wide(250)), { parameters: ['The parameters may not have more than 250 schemas.'] })
    await assertInvalid(save({ type: 'object', properties: { ['x'.repeat(101)]: {} } }), {
      'parameters.properties': ['The parameters.properties may not have a name of more than 100 characters.'],
    })
  })

  it('lose a property named __proto__', async () => {
    const body = '{"parameters":{"type":"object","properties":{"__proto__":{"type":"string"},"a":{}}}}'
    const headers = { 'content-type': 'application/json' }
    const { status, text } = await rawRequests(parley, owner.token)('PUT', `/api/user/tools/${id}`, body, headers)
    assert.equal(status, 200)
    assert.match(text, /"properties":\{"a":\{\}\}/)
  })

  it('are accepted or refused quickly, even if they are hostile', async () => {
    const keyword = fc.constantFrom(
      ...['$ref', '$defs', '$async', '$id', 'anyOf', 'allOf', 'not', 'pattern', 'type', 'enum', 'const', 'items'],
      ...['properties', 'required', 'default', 'minimum', 'maxLength', 'title', 'toString', 'constructor', '\u202e😀'],
    )
    const { schema } = fc.letrec<{ schema: Schema; value: unknown }>((tie) => ({
      schema: fc.dictionary(keyword, tie('value'), { maxKeys: 6 }) as fc.Arbitrary<Schema>,
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constantFrom('#', '#/$defs/a', '^(a+)+$', 'string', true, null, 0, -1, 1e308),
        tie('schema'),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.string({ unit: 'grapheme' }),
      ),
    }))
    const bomb = (depth: number): Schema =>
      depth === 0
        ? { type: 'string' }
        : { $defs: { a: bomb(depth - 1) }, anyOf: Array.from({ length: 8 }, () => ({ $ref: '#/$defs/a' })) }
    const hostile: Schema[] = [
      { type: 'object', $ref: '#' },
      { type: 'object', ...bomb(12) },
      { type: 'object', properties: { p: { enum: Array.from({ length: 5_000 }, (_, index) => index) } } },
      { type: 'object', properties: { p: { enum: Array.from({ length: 60_000 }, () => 1) } } },
      wide(9_000),
      {
        type: 'object',
        properties: Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`${'x'.repeat(99)}${i}`, { a: 1 }])),
      },
    ]
    await fc.assert(
      fc.asyncProperty(schema, async (given) => {
        const parameters = { ...given, type: 'object' }
        const started = process.cpuUsage()
        const fault = await save(parameters)
          .then(() => undefined)
          .catch((error) => error)
        // The server runs in this process. Its processor time does not depend on the load of the machine.
        const { user, system } = process.cpuUsage(started)
        const tookMs = (user + system) / 1000
        if (fault !== undefined)
          assert.ok(fault instanceof ParleyError && [400, 422].includes(fault.status), `${fault}`)
        // Generous: the same request with a trivial schema takes a few milliseconds as well.
        const kilobytes = JSON.stringify(parameters).length / 1000
        assert.ok(tookMs < 250 + 5 * kilobytes, `${tookMs} ms of processor time for ${kilobytes} kB`)
        assert.ok(JSON.stringify(fault?.body ?? {}).length < 50_000)
      }),
      { numRuns: 200, examples: hostile.map((one): [Schema] => [one]) },
    )
  })
})
