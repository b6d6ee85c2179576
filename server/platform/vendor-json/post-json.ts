// Posts one request to a server of a model and reads its JSON response, within limits.
import { Agent, type FormData, request } from 'undici'
import { OutsideError } from '../outside-error.ts'
import { codeOfStatus } from '../status-failure.ts'
import { readJson } from './read-json.ts'

export interface JsonServer {
  /** The name in error messages, such as `The embedding server`. */
  name: string
  url: string
  apiKey: string | undefined
  maxResponseBytes: number
  agent?: Agent
}

/** `retryAfterMs` is the delay that the server asked for. */
export class ServerFailure extends OutsideError {
  readonly retryAfterMs: number | undefined

  constructor(server: Pick<JsonServer, 'name'>, code: FailureCode, retryAfterMs?: number) {
    const { text, retryable } = failures[code]
    super(code, `${server.name} ${text}.`, { retryable })
    this.retryAfterMs = retryAfterMs
  }
}

const failures = {
  unauthorised: { text: 'refused the API key', retryable: false },
  quota_exhausted: { text: 'reports that the quota is exhausted', retryable: false },
  not_found: { text: 'does not know the model or the path', retryable: false },
  bad_request: { text: 'refused the request', retryable: false },
  rate_limited: { text: 'refused the request because of a rate limit', retryable: true },
  unavailable: { text: 'failed or could not be reached', retryable: true },
  timeout: { text: 'did not respond in time', retryable: true },
  unreadable: { text: 'sent a response that cannot be read', retryable: true },
} as const

export type FailureCode = keyof typeof failures

/** New connections cost a handshake before a query is answered. */
const defaultAgent = new Agent({ keepAliveTimeout: 60_000, keepAliveMaxTimeout: 60_000, connect: { timeout: 5_000 } })

/** Posts JSON and returns the JSON response. Aborting `signal` throws its reason; all else throws a `ServerFailure`. */
export function postJson(
  server: JsonServer,
  body: unknown,
  limits: { timeoutMs: number; signal: AbortSignal | undefined },
): Promise<unknown> {
  const { url, apiKey, maxResponseBytes, agent = defaultAgent } = server
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'application/json' }
  if (apiKey !== undefined) headers.authorization = `Bearer ${apiKey}`
  return post(
    { ...limits, url, headers, body: JSON.stringify(body), agent, maxResponseBytes },
    (code, responseHeaders) => new ServerFailure(server, code, retryAfterOf(responseHeaders)),
  )
}

interface Post {
  url: string
  headers: Record<string, string>
  body: string | FormData
  agent: Agent
  maxResponseBytes: number
  timeoutMs: number
  signal: AbortSignal | undefined
}

type Headers = Record<string, string | string[] | undefined>

/**
 * Returns the JSON body of a response with status 200. Aborting `signal` throws its reason; all else throws the error
 * of `failureOf`, which must not contain anything that the server has sent.
 */
export async function post(
  { url, headers, body, agent, maxResponseBytes, timeoutMs, signal }: Post,
  failureOf: (code: FailureCode, headers: Headers) => OutsideError,
): Promise<unknown> {
  signal?.throwIfAborted()
  const timeout = AbortSignal.timeout(Math.max(1, Math.ceil(timeoutMs)))
  const either = signal ? AbortSignal.any([signal, timeout]) : timeout
  try {
    const response = await request(url, { method: 'POST', headers, body, dispatcher: agent, signal: either })
    if (response.statusCode === 200) {
      const json = await readJson(response.body, maxResponseBytes)
      if (json === undefined) throw failureOf('unreadable', {})
      return json
    }
    // The connection is closed, because an error page could be endless.
    response.body.on('error', () => {}).destroy()
    throw failureOf(codeOfStatus(response.statusCode), response.headers)
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof OutsideError) throw error
    throw failureOf(timeout.aborted ? 'timeout' : 'unavailable', {})
  }
}

/** In milliseconds. The header contains seconds; a date is ignored. */
function retryAfterOf(headers: Headers): number | undefined {
  const milliseconds = Number.parseFloat(String(headers['retry-after-ms']))
  const seconds = Number.parseFloat(String(headers['retry-after']))
  const asked = Number.isFinite(milliseconds) ? milliseconds : seconds * 1_000
  return Number.isFinite(asked) && asked >= 0 ? asked : undefined
}
