// Sends one request to a calendar provider and reads its JSON response.
import { OutsideError } from '#server/platform/outside-error.ts'
import { isNestedDeeper } from '#server/platform/text/json-depth.ts'
import type { ProviderAccess } from './provider.ts'

const maxResponseBytes = 1_000_000
const timeoutMs = 10_000

export interface ProviderRequest {
  method?: 'GET' | 'POST'
  path: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
  signal?: AbortSignal
}

/**
 * Throws `OutsideError`: `calendar_unauthorized` (401), `calendar_forbidden` (403) and `calendar_rejected` (other 4xx)
 * mean that nothing has happened. After other errors, the effect is unknown.
 */
export async function requestJson(
  { fetcher, baseUrl, apiKey }: Pick<ProviderAccess, 'fetcher' | 'baseUrl' | 'apiKey'>,
  { method = 'GET', path, query = {}, headers = {}, body, signal }: ProviderRequest,
): Promise<unknown> {
  const search = new URLSearchParams(query).toString()
  const reply = await fetcher.fetch({
    method,
    url: `${baseUrl}${path}${search === '' ? '' : `?${search}`}`,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${apiKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    timeoutMs,
    maxBytes: maxResponseBytes,
    ...(signal ? { signal } : {}),
  })
  if (reply.status >= 200 && reply.status < 300 && !reply.truncated) return parse(reply.body)
  throw errorOf(reply.status)
}

function errorOf(status: number): OutsideError {
  if (status === 401) return new OutsideError('calendar_unauthorized', 'The API key was rejected.', final)
  if (status === 403) return new OutsideError('calendar_forbidden', 'The API key has no permission for this.', final)
  if (status === 408 || status === 429 || status >= 500 || status < 400)
    return new OutsideError('calendar_unavailable', 'The calendar cannot be reached at the moment.', {
      retryable: true,
    })
  return new OutsideError('calendar_rejected', 'The calendar did not accept the request.', final)
}

const final = { retryable: false }

function parse(bytes: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (!isNestedDeeper(value)) return value
  } catch {
    // Reported below.
  }
  throw new OutsideError('calendar_unavailable', 'The calendar answered with an unreadable response.', {
    retryable: true,
  })
}

/** Fields of responses are read one by one, because nothing about them is certain. */
export function fieldOf(value: unknown, ...names: string[]): unknown {
  let current = value
  for (const name of names) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return undefined
    current = (current as Record<string, unknown>)[name]
  }
  return current
}

export function listOf(value: unknown, ...names: string[]): unknown[] {
  const list = fieldOf(value, ...names)
  return Array.isArray(list) ? list : []
}

/** Texts are stored and shown to the model, so they are bounded. */
export function textOf(value: unknown, ...names: string[]): string | undefined {
  const text = fieldOf(value, ...names)
  return typeof text === 'string' && text !== '' ? text.slice(0, 500) : undefined
}

/** Returns undefined unless the field is a time with a time zone. */
export function timeOf(value: unknown, ...names: string[]): number | undefined {
  const text = textOf(value, ...names)
  if (text === undefined || !/(?:Z|[+-]\d\d:?\d\d)$/.test(text)) return undefined
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? undefined : ms
}
