// Checks that a response follows the contract and the conventions of the API.
import { type Endpoint, pathsOf } from '#contract/wire/endpoint.ts'
import { refusalBody, unauthenticatedBody, unreadableBody } from '#contract/wire/envelopes.ts'
import { readEvents } from '#sdk/events.ts'
import { calls } from '../matrix/positions.ts'
import type { FuzzAnswer, Sent } from './send.ts'

type Body = Record<string, unknown>

const routes = calls.flatMap(({ endpoint }) =>
  pathsOf(endpoint).map((path) => ({
    endpoint,
    methods: [
      endpoint.method,
      ...(endpoint.alsoMethods ?? []),
      ...(endpoint.method === 'GET' ? ['HEAD'] : []),
    ] as string[],
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`),
    placeholders: path.split('{').length,
  })),
)

/** The endpoint that the request addresses, the one with the fewest placeholders if several match. */
export function endpointOf({ method, url }: Pick<Sent, 'method' | 'url'>): Endpoint | undefined {
  const path = URL.parse(url, 'http://localhost')?.pathname ?? url
  const found = routes.filter((route) => route.methods.includes(method) && route.pattern.test(path))
  return found.sort((a, b) => a.placeholders - b.placeholders)[0]?.endpoint
}

const leaks =
  /node_modules|\.ts:\d|\bat (?:async )?[\w.]+ \(|\bselect\b.+\bfrom\b|\binsert into\b|\bupdate\b.+\bset\b|syntax error|violates|SQLSTATE|22P0\d|relation "|invalid input syntax|out of range for type/i

/** Describes the fault in one sentence; undefined if there is none. */
export async function faultOf(sent: Sent, answer: FuzzAnswer): Promise<string | undefined> {
  const { status, headers, text, elapsedMs } = answer
  const endpoint = endpointOf(sent)
  if (elapsedMs > 5000) return `took ${Math.round(elapsedMs)} ms`
  if (status >= 500 && !isDeclared(endpoint, status)) return 'is an internal error'
  if (!headers['x-request-id']) return 'has no X-Request-Id'
  if (sent.method === 'HEAD') return text === '' ? undefined : 'has a body although the method is HEAD'
  if (status === 204) return undefined
  const type = headers['content-type'] ?? ''
  if (type.startsWith('text/event-stream') && endpoint?.events) return faultOfEvents(endpoint, text)
  if (type.startsWith('text/event-stream'))
    return endpoint?.streams ? await faultOfStream(endpoint, text) : 'is a stream that the contract does not declare'
  if (!endpoint && status < 400) return undefined
  if (!endpoint && isPage(sent, answer)) return undefined
  const fileType = endpoint?.reply.meta()?.['x-file']
  if (status === 200 && typeof fileType === 'string' && type.startsWith(fileType)) return undefined
  if (status === 200 && endpoint?.otherContentType && type.startsWith(endpoint.otherContentType)) return undefined
  if (status === 200 && type === endpoint?.reply.meta()?.['x-file']) return undefined
  if (!type.startsWith('application/json')) return `is of type ${type}`
  let body: Body
  try {
    body = JSON.parse(text)
  } catch {
    return 'is not JSON'
  }
  if (status >= 400 && leaks.test(text)) return 'contains internal details'
  return endpoint ? faultOfAnswer(endpoint, answer, body) : faultOfMiss(answer, body)
}

/** Browsers get a page at unknown addresses that are not of the API. */
const isPage = ({ url, headers: { accept } }: Sent, { status, headers }: FuzzAnswer): boolean =>
  status === 404 &&
  accept === 'text/html' &&
  !/^\/api(?:[/?]|$)/.test(url) &&
  headers['content-type']!.startsWith('text/html')

const isDeclared = (endpoint: Endpoint | undefined, status: number): boolean =>
  Object.values(endpoint?.refusals ?? {}).some((refusal) => refusal.status === status)

function faultOfAnswer(endpoint: Endpoint, { status, headers }: FuzzAnswer, body: Body): string | undefined {
  if (status === (endpoint.status ?? 200) || status === endpoint.otherStatus?.status) {
    const parsed = endpoint.reply.safeParse(body)
    return parsed.success ? undefined : `does not fit the reply's schema: ${parsed.error.message}`
  }
  if (status < 400) return 'is a success with another status'
  if (status === 401) {
    if (endpoint.auth === 'none') return 'asks for a token where none is needed'
    return isSame(body, endpoint.unauthenticated ?? unauthenticatedBody) ? undefined : 'is no 401 of this endpoint'
  }
  if (status === 403) return hasKeys(body, refusalBody(endpoint.envelope, '', '')) ? undefined : 'is no 403'
  if (status === 429) return faultOfTooMany(endpoint, headers, body)
  if (status === 422 && 'errors' in body) return faultOfValidation(endpoint, body)
  if (isDeclared(endpoint, status) && hasKeys(body, refusalBody(endpoint.envelope, '', ''))) return undefined
  if (status === 400) return faultOfUnreadable(endpoint, body)
  if (status === 413 || (status === 409 && endpoint.idempotent)) return faultOfMessage(body)
  return status === 404 ? faultOfMessage(body) : 'is a refusal that the endpoint does not declare'
}

function faultOfTooMany(endpoint: Endpoint, headers: FuzzAnswer['headers'], body: Body): string | undefined {
  if (body['message'] !== 'Too Many Attempts.' && !isDeclared(endpoint, 429)) return 'is no 429'
  if (!(Number(headers['retry-after']) >= 1)) return 'does not say when to come back'
  if (endpoint.envelope === 'coded' && body['error_code'] !== 'RATE_LIMITED') return 'has no error_code'
  return undefined
}

function faultOfValidation(endpoint: Endpoint, body: Body): string | undefined {
  const errors = Object.values((body['errors'] ?? {}) as Record<string, unknown>)
  if (errors.length === 0) return 'names no field'
  const messages = errors.flat()
  if (!errors.every(Array.isArray) || !messages.every((one) => typeof one === 'string' && /^\S.*[.!?]$/su.test(one))) {
    return 'has something other than messages for its fields'
  }
  const more = messages.length - 1
  const first = `${messages[0]}${more > 0 ? ` (and ${more} more ${more === 1 ? 'error' : 'errors'})` : ''}`
  return [endpoint.validationMessage ?? first, messages[0]].includes(body['message'])
    ? undefined
    : 'does not begin with the first message of its fields'
}

function faultOfMiss({ status, headers }: FuzzAnswer, body: Body): string | undefined {
  if (status === 405 && !headers['allow']) return 'does not say which methods are allowed'
  return typeof body['message'] === 'string' || typeof body['error'] === 'string'
    ? undefined
    : 'has neither message nor error'
}

const faultOfUnreadable = ({ envelope }: Endpoint, body: Body): string | undefined => {
  const expected = unreadableBody(envelope, '')
  const hasItsKeys = isSame(Object.keys(body), Object.keys(expected)) && hasKeys(body, expected)
  return hasItsKeys ? undefined : 'is no 400 in the envelope of the endpoint'
}

const faultOfMessage = (body: Body): string | undefined =>
  isSame(Object.keys(body), ['message']) && typeof body['message'] === 'string' ? undefined : 'is no {message}'

async function faultOfStream(endpoint: Endpoint, text: string): Promise<string | undefined> {
  let last = ''
  for await (const { event, data } of readEvents(new Blob([text]).stream() as ReadableStream<Uint8Array>)) {
    last = event
    const value = JSON.parse(data)
    if (event === 'done' && !endpoint.reply.safeParse(value).success) return 'ends with what is no reply'
    if (event === 'delta' && typeof value.text !== 'string') return 'has a piece without text'
  }
  return last === 'done' || last === 'error' ? undefined : 'does not end'
}

async function faultOfEvents(endpoint: Endpoint, text: string): Promise<string | undefined> {
  let count = 0
  for await (const { id, data } of readEvents(new Blob([text]).stream() as ReadableStream<Uint8Array>)) {
    count++
    if (!/^\d+$/.test(id ?? '')) return 'has a block without a position'
    if (data !== '' && !endpoint.reply.safeParse(JSON.parse(data)).success) return 'has an event outside its schema'
  }
  return count > 0 ? undefined : 'has no position'
}

const hasKeys = (body: Body, shape: Body): boolean =>
  Object.keys(shape).every((name) => typeof body[name] === typeof shape[name])
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
