// Builds the HTTP request of a call.
import type { Endpoint } from '#contract/endpoint.ts'

export interface CallOptions {
  /** Sent as `Idempotency-Key`. */
  idempotencyKey?: string
  headers?: Record<string, string>
  signal?: AbortSignal
}

export interface ClientOptions {
  /** Without a trailing slash. */
  baseUrl: string
  apiKey?: string
  /** Default: the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>
}

type Input = Record<string, unknown>

export function requestOf(endpoint: Endpoint, input: Input, client: ClientOptions, options: CallOptions): Request {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const url = new URL(client.baseUrl + path)
  for (const name of fieldsOf(endpoint.query)) {
    const value = input[name]
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value))
  }
  const headers = new Headers({ accept: 'application/json', ...options.headers })
  if (client.apiKey) headers.set('authorization', `Bearer ${client.apiKey}`)
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey)
  const init: RequestInit = { method: endpoint.method, headers }
  if (options.signal) init.signal = options.signal
  if (endpoint.body) {
    headers.set('content-type', 'application/json')
    init.body = JSON.stringify(pick(input, fieldsOf(endpoint.body)))
  }
  return new Request(url, init)
}

function fieldsOf(schema: Endpoint['query']): string[] {
  return schema ? Object.keys(schema.shape) : []
}

function pick(input: Input, names: string[]): Input {
  return Object.fromEntries(names.filter((name) => input[name] !== undefined).map((name) => [name, input[name]]))
}
