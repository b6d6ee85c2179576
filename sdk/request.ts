// Builds the HTTP request of a call.
import type { Endpoint } from '#contract/wire/endpoint.ts'
import type { UploadInput } from '#contract/wire/fields.ts'
import { uploadFieldOf } from '#contract/wire/forms.ts'

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
    const body = pick(input, fieldsOf(endpoint.body))
    const file = uploadFieldOf(endpoint)?.name
    if (file !== undefined && isFile(body[file])) init.body = formOf(body)
    else {
      headers.set('content-type', 'application/json')
      init.body = JSON.stringify(body)
    }
  }
  return new Request(url, init)
}

const isFile = (value: unknown): value is UploadInput =>
  value instanceof Blob || (value as { data?: unknown } | null | undefined)?.data instanceof Uint8Array

function textOf(value: unknown): string {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Lists and objects become JSON. `fetch` adds the header with the boundary. */
function formOf(body: Input): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    if (!isFile(value)) form.set(name, textOf(value))
    else if (value instanceof Blob) form.set(name, value)
    else form.set(name, new File([value.data as Uint8Array<ArrayBuffer>], value.name))
  }
  return form
}

function fieldsOf(schema: Endpoint['query']): string[] {
  return schema ? Object.keys(schema.shape) : []
}

function pick(input: Input, names: string[]): Input {
  return Object.fromEntries(names.filter((name) => input[name] !== undefined).map((name) => [name, input[name]]))
}
