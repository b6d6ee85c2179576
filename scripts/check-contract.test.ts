// Little contracts, each with one fault, show that every check finds what it is for; the contract itself has none.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { type Area, type Endpoint, endpoint } from '#contract/endpoint.ts'
import { id, idParam } from '#contract/fields.ts'
import { contract } from '#contract/index.ts'
import { checkContract, lintContract } from './check-contract.ts'

const good = endpoint({
  method: 'PUT',
  path: '/api/user/chatapp/things/{id}',
  summary: 'Change a thing',
  description: 'Replaces its name.',
  auth: 'key',
  params: idParam,
  notFoundCode: { id: 'THING_NOT_FOUND' },
  query: z.object({ dry: z.boolean().optional() }),
  body: z.object({ name: z.string() }),
  reply: z.object({ data: z.object({ id, name: z.string().nullable() }) }),
  refusals: { THING_NOT_FOUND: { status: 404, message: 'Thing not found' } },
  envelope: 'message',
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

test('the contract has no fault', () => {
  assert.deepEqual(checkContract(contract), [])
})

test('the OpenAPI document has no warning of Redocly or Spectral, and each of them finds a fault', async () => {
  assert.deepEqual(await lintContract(contract), [])
  const undescribed = { ...good, path: '/api/user/things/{id}', description: undefined } as unknown as Endpoint
  const warnings = await lintContract({ ...contract, things: { change: undescribed } })
  assert.deepEqual(warnings.map((warning) => warning.split(' ', 2).join(' ')).sort(), [
    'redocly tag-description',
    'spectral operation-description',
  ])
})

suite('an endpoint', () => {
  test('in order has no fault', () => {
    assert.deepEqual(faultsOf({}), [])
  })

  test('has a summary, as short as a heading', () => {
    assertFault({ summary: ' ' }, /^things\.change has no summary$/)
    assertFault({ summary: 'Changes a thing.' }, /no short heading/)
  })

  test('has a description', () => {
    assertFault({ description: ' ' }, /^things\.change has no description$/)
  })

  test('has each field once', () => {
    assertFault({ body: z.object({ dry: z.string() }) }, /has the field dry twice/)
    assertFault({ body: z.object({ id }) }, /has the field id twice/)
  })

  test('has no field that the command line has as a flag', () => {
    assertFault({ body: z.object({ stream: z.boolean() }) }, /field stream, which is a flag/)
  })

  test('with GET has no body', () => {
    assertFault({ method: 'GET' }, /is a GET with a body/)
  })

  test('describes the parameters of its path, and no others', () => {
    assertFault({ params: z.object({ id, other: id }) }, /describes \{other\}, which its path has not/)
    assert.deepEqual(faultsOf({ params: undefined }), ['things.change does not say what {id} in its path is'])
    assertFault({ aliases: ['/api/user/thing'] }, /has other parameters at \/api\/user\/thing/)
  })

  test('declares the error code for unknown path parameters', () => {
    assertFault({ notFoundCode: undefined }, /does not declare the error code for an unknown \{id\}/)
    assertFault({ notFoundCode: { id: 'OTHER' } }, /answers an unknown \{id\} with OTHER, which it does not declare/)
  })

  test('has a sentence and a fitting status for every refusal', () => {
    const { THING_NOT_FOUND } = good.refusals!
    assertFault({ refusals: { THING_NOT_FOUND: { ...THING_NOT_FOUND!, message: '' } } }, /no sentence for THING_NOT_F/)
    assertFault({ refusals: { THING_NOT_FOUND: { ...THING_NOT_FOUND!, status: 200 } } }, /with status 200/)
  })
})

suite('a reply', () => {
  test('is plain data', () => {
    assertFault({ reply: z.object({ at: z.date() }) }, /answers reply\.at with date, which is no plain data/)
    assertFault({ reply: z.array(z.object({ n: z.string().transform(Number) })) }, /answers reply\.n with pipe/)
  })

  test('holds anything only where that is described', () => {
    assertFault({ reply: z.object({ any: z.unknown() }) }, /answers reply\.any with anything/)
    assertFault({ reply: z.object({ map: z.record(z.string(), z.unknown()) }) }, /answers reply\.map with anything/)
    const described = z.record(z.string(), z.unknown()).meta({ description: 'What the tool was given.' })
    assert.deepEqual(faultsOf({ reply: z.object({ map: described.nullable() }) }), [])
    const outer = z.object({ inner: z.unknown() }).meta({ description: 'Says nothing of what is inside.' })
    assertFault({ reply: z.object({ outer }) }, /answers reply\.outer\.inner with anything/)
  })

  test('has a name for a large shape that other endpoints share', () => {
    const path = '/api/user/others'
    const other = {
      ...good,
      path,
      params: undefined,
      notFoundCode: undefined,
      reply: z.array(shared),
    } as unknown as Endpoint
    const reply = z.object({ data: shared })
    assertFault({ reply }, /^things\.change \(reply\.data\), things\.other \(reply\) share a shape/, { other })
    const named = shared.meta({ id: 'Shared' })
    assert.deepEqual(faultsOf({ reply: named }, { other: { ...other, reply: z.array(named) } }), [])
  })
})

suite('endpoints together', () => {
  const other = (change: Partial<Endpoint>) => ({ other: { ...good, ...change } as Endpoint })

  test('answer at different methods and paths', () => {
    assertFault(
      {},
      /^things\.other answers at PUT .*, as things\.change does$/,
      other({ path: '/api/user/whatsapp/things/{id}' }),
    )
    const faults = faultsOf(
      { alsoMethods: ['PATCH'] },
      other({ path: '/api/user/x/{id}', aliases: [good.path], method: 'POST', alsoMethods: ['PATCH'] }),
    )
    assert.match(
      faults[0]!,
      /^things\.other answers at PATCH \/api\/user\/chatapp\/things\/\{id\}, as things\.change does$/,
    )
    assert.deepEqual(faultsOf({}, other({ method: 'POST' })), [])
  })

  test('write one path in one way', () => {
    const change = {
      method: 'POST' as const,
      path: '/api/user/chatapp/things/{thing}',
      params: z.object({ thing: id }),
      notFoundCode: { thing: 'THING_NOT_FOUND' },
    }
    const faults = faultsOf({}, other(change))
    assert.match(faults[0]!, /writes .*\{thing\} where another endpoint writes .*\{id\}$/)
  })

  test('do not give one name to two shapes', () => {
    const one = z.object({ a: z.string() }).meta({ id: 'Same' })
    const two = z.object({ b: z.string() }).meta({ id: 'Same' })
    assertFault(
      { reply: one },
      /Two different schemas of the contract have the name Same/,
      other({ path: '/api/o/{id}', reply: two }),
    )
  })
})
