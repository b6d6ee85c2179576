// Sends HTTP requests to the carrier over persistent connections. A failure tells whether anything was sent.
import type { IncomingHttpHeaders } from 'node:http'
import { Agent, type Dispatcher } from 'undici'

export interface ExchangeRequest {
  origin: string
  path: string
  method: 'GET' | 'POST' | 'DELETE'
  headers: Record<string, string>
  body?: string
  /** For the whole exchange, including the wait for a connection. */
  timeoutMs: number
  /** A longer response is an error. */
  maxBytes: number
}

export interface ExchangeReply {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

export type ExchangeFault = 'timeout' | 'cut' | 'too_large'

export class ExchangeFailure extends Error {
  readonly fault: ExchangeFault
  /** If false, nothing of the request was sent, so the carrier cannot have acted on it. */
  readonly written: boolean

  constructor(fault: ExchangeFault, written: boolean, cause?: Error) {
    super(`The request failed: ${fault}.`, { cause })
    this.name = 'ExchangeFailure'
    this.fault = fault
    this.written = written
  }
}

export type Exchange = (request: ExchangeRequest) => Promise<ExchangeReply>

/** A send takes about 0.15 s, so 256 connections allow more than a thousand sends per second. */
export function openExchange({ connections = 256 } = {}): { exchange: Exchange } & AsyncDisposable {
  const agent = new Agent({
    connections,
    // Shorter than the usual idle timeout of load balancers, which would make the outcome of a request unknown.
    keepAliveTimeout: 30_000,
    keepAliveMaxTimeout: 45_000,
    connect: { timeout: 5_000 },
    allowH2: false,
    // One timer limits the whole exchange.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return {
    exchange: (request) => new Promise((resolve, reject) => dispatch(agent, request, resolve, reject)),
    [Symbol.asyncDispose]: () => agent.destroy(),
  }
}

/** Uses `dispatch`, because higher-level methods do not tell when a request is written. */
function dispatch(
  agent: Agent,
  request: ExchangeRequest,
  resolve: (reply: ExchangeReply) => void,
  reject: (failure: ExchangeFailure) => void,
): void {
  const { timeoutMs, maxBytes, ...options } = request
  const chunks: Buffer[] = []
  let size = 0
  let reply: Omit<ExchangeReply, 'body'> | undefined
  let connection: Dispatcher.DispatchController | undefined
  let failure: ExchangeFailure | undefined

  const timer = setTimeout(() => fail('timeout'), timeoutMs)

  function fail(fault: ExchangeFault, cause?: Error) {
    if (failure) return
    clearTimeout(timer)
    failure = new ExchangeFailure(fault, connection !== undefined, cause)
    reject(failure)
    connection?.abort(failure)
  }

  agent.dispatch(options, {
    onRequestStart(controller) {
      // Timed out while waiting for a connection: the request must not be sent.
      if (failure) controller.abort(failure)
      else connection = controller
    },
    onResponseStart(_, status, headers) {
      if (status >= 200) reply = { status, headers }
    },
    onResponseData(_, chunk) {
      size += chunk.length
      if (size > maxBytes) fail('too_large')
      else chunks.push(chunk)
    },
    onResponseEnd() {
      clearTimeout(timer)
      if (reply) resolve({ ...reply, body: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) })
      else fail('cut')
    },
    onResponseError(_, error) {
      fail('cut', error)
    },
  })
}
