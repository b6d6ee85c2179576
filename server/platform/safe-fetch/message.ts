// Builds the request of each hop: allowed headers, and the changes of a redirect.
import { OutsideError } from '#server/platform/outside-error.ts'
import type { FetchRequest } from '#server/ports/fetcher.ts'

export interface Hop {
  url: URL
  method: string
  headers: Record<string, string>
  body: string | Uint8Array | undefined
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const redirects = new Set([301, 302, 303, 307, 308])

/** Headers that only the HTTP client sets, because they allow request smuggling. */
const oursAlone =
  /^(host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|http2-settings|proxy-.*)$/

/** The only headers that are sent to another origin, because any other one could be a secret. */
const keptAcrossOrigins = new Set([
  ...['accept', 'accept-encoding', 'accept-language', 'content-type', 'if-range', 'range', 'user-agent'],
])

export function firstHop(request: FetchRequest, url: URL, userAgent: string): Hop {
  const method = (request.method ?? 'GET').toUpperCase()
  if (!methods.has(method)) throw unsendable('method')
  const defaults = { 'user-agent': userAgent, accept: '*/*', 'accept-encoding': 'gzip, deflate, br, zstd' }
  return { url, method, headers: { ...defaults, ...readHeaders(request.headers ?? {}) }, body: request.body }
}

function readHeaders(headers: Record<string, string>): Record<string, string> {
  const read = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  for (const [name, value] of read) {
    if (!/^[a-z0-9!#$%&'*+.^_`|~-]{1,256}$/.test(name) || oursAlone.test(name)) throw unsendable('header')
    if (!/^[\t\x20-\x7e\x80-\xff]{0,8192}$/.test(value)) throw unsendable('header')
  }
  return Object.fromEntries(read)
}

/** Like `fetch`: 303 changes all methods except HEAD to GET, 301 and 302 change POST to GET, 307 and 308 keep the method. */
export function nextHop(hop: Hop, status: number, url: URL): Hop {
  const turnsToGet =
    (status === 303 && hop.method !== 'GET' && hop.method !== 'HEAD') ||
    ((status === 301 || status === 302) && hop.method === 'POST')
  const kept = Object.entries(hop.headers).filter(
    ([name]) =>
      (url.origin === hop.url.origin || keptAcrossOrigins.has(name)) && !(turnsToGet && /^content-/.test(name)),
  )
  return {
    url,
    method: turnsToGet ? 'GET' : hop.method,
    headers: Object.fromEntries(kept),
    body: turnsToGet ? undefined : hop.body,
  }
}

/** The target of a redirect, not yet checked. */
export function redirectTarget(hop: Hop, status: number, location: string | undefined): string | undefined {
  if (!redirects.has(status) || location === undefined) return undefined
  return URL.parse(location, hop.url.href)?.href ?? location
}

/** Whether the request can be repeated without another effect. */
export function isIdempotent(method: string | undefined): boolean {
  return !['POST', 'PATCH'].includes((method ?? 'GET').toUpperCase())
}

function unsendable(part: 'method' | 'header'): OutsideError {
  return new OutsideError('protocol_error', `The request has a ${part} that cannot be sent.`, { retryable: false })
}
