// Sends one JSON request to a server of a model and reads its JSON response, within limits.
import { Agent, request } from 'undici'
import { OutsideError } from '../outside-error.ts'
import { codeOfStatus } from '../status-failure.ts'

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

/**
 * Returns the body of a response with status 200. `signal` is the caller's, whose reason is thrown; everything else
 * throws a `ServerFailure`, whose message contains nothing that the server has sent.
 */
export async function postJson(
  server: JsonServer,
  body: unknown,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal | undefined },
): Promise<unknown> {
  signal?.throwIfAborted()
  const timeout = AbortSignal.timeout(Math.max(1, Math.ceil(timeoutMs)))
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'application/json' }
  if (server.apiKey !== undefined) headers.authorization = `Bearer ${server.apiKey}`
  try {
    const response = await request(server.url, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      dispatcher: server.agent ?? defaultAgent,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    if (response.statusCode === 200) return await readBody(server, response.body)
    const failure = new ServerFailure(server, codeOfStatus(response.statusCode), retryAfterOf(response.headers))
    // The connection is closed, because an error page could be endless.
    response.body.on('error', () => {}).destroy()
    throw failure
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof ServerFailure) throw error
    throw new ServerFailure(server, timeout.aborted ? 'timeout' : 'unavailable')
  }
}

async function readBody(server: JsonServer, body: AsyncIterable<Buffer>): Promise<unknown> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > server.maxResponseBytes) throw new ServerFailure(server, 'unreadable')
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    throw new ServerFailure(server, 'unreadable')
  }
}

/** In milliseconds. The header contains seconds; a date is ignored. */
function retryAfterOf(headers: Record<string, string | string[] | undefined>): number | undefined {
  const milliseconds = Number.parseFloat(String(headers['retry-after-ms']))
  const seconds = Number.parseFloat(String(headers['retry-after']))
  const asked = Number.isFinite(milliseconds) ? milliseconds : seconds * 1_000
  return Number.isFinite(asked) && asked >= 0 ? asked : undefined
}
