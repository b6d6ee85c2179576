// Generates valid, almost valid and malformed requests for every endpoint of the contract.
import fc from 'fast-check'
import type { z } from 'zod'
import { pathsOf, placeholdersOf } from '#contract/wire/endpoint.ts'
import { acceptsForms, uploadFieldOf } from '#contract/wire/forms.ts'
import { aliases, factories } from '../app/factories.ts'
import { type Call, calls, positionsOf, waysOf } from '../matrix/positions.ts'
import { anyCharacter } from '../requests/any-character.ts'
import { exampleOf } from '../requests/examples.ts'
import { longBodies, longTexts } from '../requests/pathological.ts'
import { preparations } from './preparations.ts'
import { type UploadDamage, uploadDamages } from './upload-body.ts'
import { fittingObject, nearly, oddTexts, oddValues, Reference, rarely } from './values.ts'

export type Body =
  | { json: unknown; spoil: Spoil }
  | { form: Record<string, unknown> }
  | { upload: Record<string, unknown>; damage: UploadDamage }
  | { bytes: Uint8Array }
  | undefined

const damages = ['twice', 'cut', 'comma', 'mark', 'tail', 'latin', 'endless', 'padded'] as const
/** How the text of a JSON body is damaged. */
export type Spoil = 'nothing' | (typeof damages)[number]

export interface FuzzRequest {
  call: Call
  method: string
  /** The endpoint's own path or one of its aliases, with placeholders. */
  path: string
  /** Path parameters by name. */
  params: Record<string, unknown>
  /** Replaces the path unless it is undefined. */
  noise: string | undefined
  query: Record<string, unknown> | string
  body: Body
  /** One of the API keys of the lane, or the text of the header. */
  key: 'good' | 'other' | 'none' | 'revoked' | { header: string }
  headers: Record<string, string>
  /** Whether its state and fields are prepared, so that it can succeed. */
  isPrepared: boolean
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']

const noise = fc.constantFrom(
  ...[
    '/',
    '//',
    '/api',
    '/api/',
    '/api/user',
    '/api//user/me',
    '/api/%zz',
    '/api/user/%6De',
    '/api/user/me/',
    '/api/user/me//',
  ],
  ...[
    '/API/user/me',
    '/api/user/me;x=1',
    '/api/./user/../user/me',
    '/%00',
    '/api/user/%ff',
    '/api/*',
    '/api/user/:id',
    '/healthz/x',
  ],
  `/api/${'x'.repeat(5000)}`,
  `/${'a/'.repeat(2000)}`,
  ...Object.values(longTexts).map((textOf) => `/api/${textOf(15_000).replace(/[^\x21-\x7e]|[{}]/g, '')}`),
)

const segments = fc.oneof(
  fc.constantFrom(
    'x',
    '0',
    '-1',
    '1.5',
    'null',
    '1e3',
    ' 1',
    '+1',
    '01',
    '%',
    '\u0000',
    "'",
    '1'.repeat(50),
    `${2 ** 31}`,
  ),
  fc.constantFrom('9223372036854775808', '00000000-0000-0000-0000-000000000000', '..', '.', '1/2', '🏴'),
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 12 }),
  fc.nat(40),
)

const rawQueries = fc.oneof(
  fc.constantFrom(
    '&&&',
    '=',
    '?',
    '%',
    '%00=%00',
    'a=%ff',
    'page[]=1',
    'page[a]=1',
    'page=1&page=2',
    '__proto__=1',
    'constructor=1',
  ),
  fc.constantFrom('per_page=', 'page=0', 'page=1e9', 'page=-1', `page=${'9'.repeat(400)}`, `x=${'y'.repeat(8000)}`),
  fc.constantFrom(...Object.values(longTexts)).map((textOf) => `page=${encodeURIComponent(textOf(4_000))}`),
  fc.string({ maxLength: 30 }),
)

const oddHeaders = fc.oneof(
  fc
    .constantFrom(
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'x',
      ';',
      'application/json; charset=utf-16',
      'application/vnd.api+json',
    )
    .map((value) => ({ 'content-type': value })),
  fc.constantFrom('text/event-stream', '*/*;q=0', 'text/html', '', ','.repeat(500)).map((value) => ({ accept: value })),
  fc.constantFrom('k1', 'k2', 'k3', 'x'.repeat(256), ' ', 'ÿ').map((value) => ({ 'idempotency-key': value })),
  fc.constantFrom('gzip', 'identity', 'nonsense').map((value) => ({ 'content-encoding': value })),
  fc.constantFrom('https://evil.example', 'null', 'x').map((value) => ({ origin: value })),
  fc.constantFrom('1.2.3.4', 'nonsense, , x').map((value) => ({ 'x-forwarded-for': value })),
)

const oddKeys = fc
  .constantFrom(
    '',
    'Bearer',
    'Bearer ',
    'Bearer x',
    'Bearer 1|x',
    'Basic YTpi',
    'bearer  1|aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    `Bearer ${'9'.repeat(9000)}`,
    'Bearer 9223372036854775808|aaaaaaaaaaaaaaaaaaaaaaaa',
    'Digest x',
  )
  .map((header) => ({ header }))

export function requestsFor(call: Call): fc.Arbitrary<FuzzRequest> {
  const { endpoint } = call
  const positions = positionsOf(call)
  const recordOf = (field: string): string | undefined => {
    const record = positions.find(({ steps }) => steps.findLast((step) => step !== '*') === field)?.record
    const kind = record && (aliases[record] ?? record)
    return kind && factories[kind] ? kind : undefined
  }
  const param = (name: string): fc.Arbitrary<unknown> => {
    const forms = positions.filter(({ place, steps }) => place === 'path' && steps[0] === name)
    const known = fc
      .tuple(fc.constantFrom(...forms), fc.nat(9))
      .map(([{ record, form }, which]) => new Reference(aliases[record] ?? record, form, which))
    return rarely(known, segments, 5)
  }
  const query = endpoint.query
    ? fc.oneof(
        { weight: 4, arbitrary: fittingObject(endpoint.query.shape, recordOf) },
        { weight: 2, arbitrary: nearly(endpoint.query.shape, recordOf) },
        { weight: 1, arbitrary: rawQueries },
      )
    : rarely(fc.constant({}), rawQueries, 8)
  return fc.record({
    call: fc.constant(call),
    method: rarely(
      fc.constantFrom<string>(...waysOf(endpoint).map(({ method }) => method)),
      fc.constantFrom(...methods),
      20,
    ),
    path: fc.constantFrom(...pathsOf(endpoint)),
    params: fc.record(Object.fromEntries(placeholdersOf(endpoint.path).map((name) => [name, param(name)]))),
    noise: rarely(fc.constant(undefined), noise, 40),
    query,
    body: bodyOf(call, recordOf),
    key: fc.oneof(
      { weight: 30, arbitrary: fc.constant<'good'>('good') },
      { weight: 2, arbitrary: fc.constantFrom<'other' | 'none' | 'revoked'>('other', 'none', 'revoked') },
      { weight: 1, arbitrary: oddKeys },
    ),
    headers: rarely(fc.constant({}), oddHeaders, 8),
    isPrepared: preparations[call.name] ? fc.boolean() : fc.constant(false),
  })
}

function bodyOf({ endpoint }: Call, recordOf: (field: string) => string | undefined): fc.Arbitrary<Body> {
  const json = (value: fc.Arbitrary<unknown>, spoil: fc.Arbitrary<Spoil>): fc.Arbitrary<Body> =>
    fc.record({ json: value, spoil })
  const clean = fc.constant<Spoil>('nothing')
  const bytes: fc.Arbitrary<Body> = fc.uint8Array({ maxLength: 40 }).map((some) => ({ bytes: some }))
  if (!endpoint.body) return rarely(fc.constant<Body>(undefined), fc.oneof(json(oddValues, clean), bytes), 10)
  const file = uploadFieldOf(endpoint)?.name
  const { [file ?? '']: fileSchema, ...shape } = endpoint.body.shape as Record<string, z.ZodType>
  const right = fittingObject(shape, recordOf)
  const form = fc.oneof(right, nearly(shape, recordOf)).map((fields): Body => ({ form: fields }))
  const long: fc.Arbitrary<Body> = fc
    .tuple(fc.constantFrom(...Object.values(longBodies)), fc.constantFrom(...Object.keys(shape), 'unknown'))
    .map(([bodyOf, field]) => ({ bytes: Buffer.from(bodyOf(field)) }))
  const uploads = fileSchema ? uploadsOf(shape, { name: file!, example: exampleOf(fileSchema) }, recordOf) : []
  return fc.oneof(
    ...uploads,
    ...(acceptsForms(endpoint) ? [{ weight: 3, arbitrary: form }] : []),
    { weight: 8, arbitrary: json(right, clean) },
    { weight: 6, arbitrary: json(nearly(shape, recordOf), clean) },
    { weight: 1, arbitrary: json(right, fc.constantFrom(...damages)) },
    { weight: 1, arbitrary: json(oddValues, clean) },
    { weight: 1, arbitrary: long },
    { weight: 1, arbitrary: fc.oneof(bytes, fc.constant<Body>(undefined), json(oddTexts, clean)) },
  )
}

/** The file comes last among the fields. */
function uploadsOf(
  shape: Record<string, z.ZodType>,
  file: { name: string; example: unknown },
  recordOf: (field: string) => string | undefined,
) {
  const withFile = (fields: fc.Arbitrary<Record<string, unknown>>) =>
    fields.map((some) => ({ ...some, [file.name]: file.example }))
  const body = (fields: fc.Arbitrary<Record<string, unknown>>, damage: fc.Arbitrary<UploadDamage>) =>
    fc.record({ upload: fields, damage })
  const right = withFile(fittingObject(shape, recordOf))
  const clean = fc.constant<UploadDamage>('nothing')
  return [
    { weight: 6, arbitrary: body(right, clean) },
    { weight: 2, arbitrary: body(withFile(nearly(shape, recordOf)), clean) },
    { weight: 3, arbitrary: body(right, fc.constantFrom(...uploadDamages)) },
  ]
}

const requestsOf = new Map(calls.map((call) => [call, requestsFor(call)]))

export const anyRequestTo = (some: readonly Call[]): fc.Arbitrary<FuzzRequest> =>
  fc.oneof(...some.map((call) => requestsOf.get(call)!))
