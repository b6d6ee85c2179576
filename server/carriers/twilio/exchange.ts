// One HTTP exchange with the carrier over kept-alive connections; a failure tells whether anything had been written.
import type { IncomingHttpHeaders } from 'node:http'
import { Agent, type Dispatcher } from 'undici'

export interface ExchangeRequest {
  origin: string
  path: string
  method: 'GET' | 'POST' | 'DELETE'
  headers: Record<string, string>
  body?: string
  /** From the call to the last byte of the answer, waiting for a free connection included. */
  timeoutMs: number
  /** A longer answer fails. */
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
  /** False: not one byte of the request had left, so the carrier cannot have acted on it. */
  readonly written: boolean

  constructor(fault: ExchangeFault, written: boolean, cause?: Error) {
    super(`The exchange failed: ${fault}.`, { cause })
    this.name = 'ExchangeFailure'
    this.fault = fault
    this.written = written
  }
}

export type Exchange = (request: ExchangeRequest) => Promise<ExchangeReply>

/** A send takes the carrier some 0.15 s: 256 connections make well over a thousand a second. */
export function openExchange({ connections = 256 } = {}): { exchange: Exchange } & AsyncDisposable {
  const agent = new Agent({
    connections,
    // Below what load balancers cut (a minute as a rule): a cut that meets a request makes its outcome unknown.
    keepAliveTimeout: 30_000,
    keepAliveMaxTimeout: 45_000,
    connect: { timeout: 5_000 },
    allowH2: false,
    // One clock bounds the whole exchange.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return {
    exchange: (request) => new Promise((resolve, reject) => dispatch(agent, request, resolve, reject)),
    [Symbol.asyncDispose]: () => agent.destroy(),
  }
}

/** `dispatch` itself: the calls above it hide the moment at which a request is written. */
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
      // Given up while it waited for a connection: it must not be written now.
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
