// Keeps the latest requests of the page, so that people can see and repeat them.
import { useSyncExternalStore } from 'react'

export interface SentRequest {
  id: number
  method: string
  /** With the query, without the origin. */
  path: string
  /** Undefined without a body; a name for a body that is not text. */
  body: string | undefined
  /** Undefined until the response, and for a request that failed without one. */
  status: number | undefined
  durationMs: number | undefined
  at: Date
}

const kept = 100
const maxBodyCharacters = 20_000
let requests: readonly SentRequest[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly SentRequest[]): void {
  requests = next
  for (const listener of listeners) listener()
}

/** Returns a function to call with the response. */
export async function addRequest(request: Request): Promise<(status: number | undefined) => void> {
  const { pathname, search } = new URL(request.url)
  const id = ++lastId
  const at = new Date()
  const startedAt = performance.now()
  const sent: SentRequest = {
    id,
    method: request.method,
    path: pathname + search,
    body: await bodyOf(request),
    status: undefined,
    durationMs: undefined,
    at,
  }
  set([sent, ...requests].slice(0, kept))
  return (status) => {
    const durationMs = Math.round(performance.now() - startedAt)
    set(requests.map((each) => (each.id === id ? { ...each, status, durationMs } : each)))
  }
}

async function bodyOf(request: Request): Promise<string | undefined> {
  if (request.body === null) return undefined
  if (!request.headers.get('content-type')?.startsWith('application/json')) return '(a file)'
  const text = await request.clone().text()
  return /"(?:password|current_password|auth_token|api_key|secret|token|code)"/.test(text)
    ? '(contains a secret)'
    : text.slice(0, maxBodyCharacters)
}

export const useRequests = (): readonly SentRequest[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => requests,
  )

/** A command that repeats the request with an API key. */
export function curlOf({ method, path, body }: SentRequest): string {
  const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
  const parts = [`curl -s ${method === 'GET' ? '' : `-X ${method} `}${quote(location.origin + path)}`]
  parts.push('  -H "Authorization: Bearer $PARLEY_API_KEY"')
  if (body !== undefined) parts.push("  -H 'Content-Type: application/json'", `  -d ${quote(body)}`)
  return parts.join(' \\\n')
}
