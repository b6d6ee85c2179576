// Tests of the contract check, with sample contracts that have one fault each.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { contract } from '#contract/index.ts'
import { type Area, type Endpoint, endpoint } from '#contract/wire/endpoint.ts'
import { id, idParam } from '#contract/wire/fields.ts'
import { checkContract, lintContract } from './check-contract.ts'

const good = endpoint('PUT', '/api/user/chatapp/things/{id}', {
  summary: 'Change a thing',
  description: 'Replaces its name.',
  params: idParam,
  notFoundCode: { id: 'THING_NOT_FOUND' },
  query: z.object({ dry: z.boolean().optional() }),
  body: z.object({ name: z.string() }),
  reply: z.object({ data: z.object({ id, name: z.string().nullable() }) }),
  refusals: { THING_NOT_FOUND: { status: 404, message: 'Thing not found' } },
})

const shared = z.object({ a: z.string(), b: z.string(), c: z.string(), d: z.string(), e: z.string() })

function faultsOf(change: Partial<Endpoint>, others: Area = {}): string[] {
  return checkContract({ things: { change: { ...good, ...change } as Endpoint, ...others } })
}

function assertFault(change: Partial<Endpoint>, words: RegExp, others?: Area): void {
  const faults = faultsOf(change, others)
  assert.equal(faults.length, 1, faults.join('\n') || 'no fault found')
  assert.match(faults[0]!, words)
}

test('the contract has no faults', () => {
  assert.deepEqual(checkContract(contract), [])
})

test('the OpenAPI document has no warnings, and a faulty document has them', async () => {
  assert.deepEqual(await lintContract(contract), [])
  const undescribed = {
    ...good,
    auth: 'none',
    path: '/api/user/things/{id}',
    description: undefined,
    // The document would describe the second content type of a body.
    body: undefined,
  } as unknown as Endpoint
  const warnings = await lintContract({ ...contract, things: { change: undescribed } })
  const rules = warnings.map((warning) => warning.split(' ', 1)[0])
  assert.deepEqual(rules.sort(), ['operation-description', 'tag-description'])
})

suite('an endpoint', () => {
  test('without faults is accepted', () => {
    assert.deepEqual(faultsOf({}), [])
  })

  const { THING_NOT_FOUND } = good.refusals!
  const rejected: [title: string, change: Partial<Endpoint>, words: RegExp][] = [
    ['no summary', { summary: ' ' }, /^things\.change has no summary$/],
    ['a long summary', { summary: 'Changes a thing.' }, /too long or ends with a period/],
    ['no description', { description: ' ' }, /^things\.change has no description$/],
    ['a field in query and body', { body: z.object({ dry: z.string() }) }, /has the field dry twice/],
    ['a field in path and body', { body: z.object({ id }) }, /has the field id twice/],
    ['a field that is a flag', { body: z.object({ stream: z.boolean() }) }, /field stream, which is a flag/],
    ['a body with GET', { method: 'GET' }, /is a GET with a body/],
    ['an unknown parameter', { params: z.object({ id, other: id }) }, /describes \{other\}, which is not in its path/],
    [
      'no description of its parameters',
      { params: undefined },
      /^things\.change does not describe \{id\} in its path$/,
    ],
    ['an alias with other parameters', { aliases: ['/api/user/thing'] }, /has other parameters at \/api\/user\/thing/],
    ['no error code for a parameter', { notFoundCode: undefined }, /the error code for an unknown \{id\}/],
    [
      'an undeclared error code',
      { notFoundCode: { id: 'OTHER' } },
      /answers an unknown \{id\} with OTHER, which it does not/,
    ],
    [
      'a refusal without a message',
      { refusals: { THING_NOT_FOUND: { ...THING_NOT_FOUND!, message: '' } } },
      /no message for THING_NOT_F/,
    ],
    [
      'a refusal with status 200',
      { refusals: { THING_NOT_FOUND: { ...THING_NOT_FOUND!, status: 200 } } },
      /the status 200/,
    ],
  ]
  for (const [title, change, words] of rejected) test(`with ${title} is rejected`, () => assertFault(change, words))
})

suite('a reply', () => {
  test('is plain data', () => {
    assertFault({ reply: z.object({ at: z.date() }) }, /a reply\.at of type date, which is not serializable/)
    assertFault({ reply: z.array(z.object({ n: z.string().transform(Number) })) }, /a reply\.n of type pipe/)
  })

  test('contains untyped values only with a description', () => {
    assertFault({ reply: z.object({ any: z.unknown() }) }, /an untyped reply\.any without/)
    assertFault({ reply: z.object({ map: z.record(z.string(), z.unknown()) }) }, /an untyped reply\.map without/)
    const described = z.record(z.string(), z.unknown()).meta({ description: 'What the tool was given.' })
    assert.deepEqual(faultsOf({ reply: z.object({ map: described.nullable() }) }), [])
    const outer = z.object({ inner: z.unknown() }).meta({ description: 'Says nothing of what is inside.' })
    assertFault({ reply: z.object({ outer }) }, /an untyped reply\.outer\.inner without/)
  })

  test('has no field whose name is that of an unnamed object and one of its fields', () => {
    const customer = z.object({ phone: z.string() })
    const reply = (field: z.ZodType) =>
      z.object({ data: z.array(z.object({ customer_phone: z.string(), customer: field })) })
    assertFault({ reply: reply(customer) }, /the field customer_phone beside customer\.phone; name the schema/)
    assertFault({ reply: reply(z.array(customer).nullable()) }, /customer_phone beside customer\.phone/)
    assert.deepEqual(faultsOf({ reply: reply(customer.meta({ id: 'Customer' })) }), [])
  })

  test('has a name for a large schema that several endpoints share', () => {
    const path = '/api/user/others'
    const other = {
      ...good,
      path,
      params: undefined,
      notFoundCode: undefined,
      reply: z.array(shared),
    } as unknown as Endpoint
    const reply = z.object({ data: shared })
    assertFault({ reply }, /^things\.change \(reply\.data\), things\.other \(reply\) share a schema/, { other })
    const named = shared.meta({ id: 'Shared' })
    assert.deepEqual(faultsOf({ reply: named }, { other: { ...other, reply: z.array(named) } }), [])
  })
})

suite('all endpoints', () => {
  const other = (change: Partial<Endpoint>) => ({ other: { ...good, ...change } as Endpoint })

  test('have different methods and paths', () => {
    assertFault(
      {},
      /^things\.other has the same route as things\.change: PUT .*$/,
      other({ path: '/api/user/whatsapp/things/{id}' }),
    )
    const faults = faultsOf(
      { alsoMethods: ['PATCH'] },
      other({ path: '/api/user/x/{id}', aliases: [good.path], method: 'POST', alsoMethods: ['PATCH'] }),
    )
    assert.match(
      faults[0]!,
      /^things\.other has the same route as things\.change: PATCH \/api\/user\/chatapp\/things\/\{id\}$/,
    )
    assert.deepEqual(faultsOf({}, other({ method: 'POST' })), [])
  })

  test('use the same parameter names in the same path', () => {
    const change = {
      method: 'POST' as const,
      path: '/api/user/chatapp/things/{thing}',
      params: z.object({ thing: id }),
      notFoundCode: { thing: 'THING_NOT_FOUND' },
    }
    const faults = faultsOf({}, other(change))
    assert.match(faults[0]!, /has the path .*\{thing\}, another endpoint has .*\{id\}$/)
  })

  test('do not use one name for two schemas', () => {
    const one = z.object({ a: z.string() }).meta({ id: 'Same' })
    const two = z.object({ b: z.string() }).meta({ id: 'Same' })
    assertFault(
      { reply: one },
      /Two different schemas of the contract have the name Same/,
      other({ path: '/api/o/{id}', reply: two }),
    )
  })
})
