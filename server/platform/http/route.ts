// Handlers of HTTP endpoints, typed by the contract, and the routes that pair each endpoint with its handler.
import type { IncomingHttpHeaders } from 'node:http'
import type { Area, Endpoint, EndpointInput, ReplyOf } from '#contract/wire/endpoint.ts'
import type { AccountContext, MemberContext, PublicContext } from '../context/context.ts'
import type { IdempotentOperation } from '../idempotent-operation.ts'
import type { FieldErrors } from '../validation/validate.ts'
import type { FileReply } from './replies/file-reply.ts'
import type { LiveReply } from './replies/live-reply.ts'

/** What a handler may use of the request besides its input. */
export interface Call {
  /** The path and query as the client wrote them, for page links. */
  url: string
  method: string
  headers: IncomingHttpHeaders
  /** Names what gives access to the account, such as `key:12`; undefined for anonymous requests. */
  access: string | undefined
  /** Sends a piece of a streamed response; undefined unless the client asked for a stream. */
  delta: ((text: string) => void) | undefined
  /** Aborted when the client disconnects. */
  signal: AbortSignal
  /** Sets a header of the response, such as a cookie. */
  setHeader(name: string, value: string): void
  /** Set if the request carries an `Idempotency-Key`. */
  operation: IdempotentOperation | undefined
}

/** An endpoint that streams events has no other reply. */
type HandlerReply<E extends Endpoint> = E extends { events: true } ? LiveReply : ReplyOf<E> | FileReply

type ContextFor<E extends Endpoint> = E['auth'] extends 'key'
  ? AccountContext
  : E['auth'] extends 'session' | 'operator'
    ? MemberContext
    : PublicContext

export type Handler<E extends Endpoint> = (
  ctx: ContextFor<E>,
  input: EndpointInput<E>,
  call: Call,
) => Promise<HandlerReply<E>> | HandlerReply<E>

/** Invalid input: only the fields that passed the schema, and the errors of the others. */
export interface PartialInput<E extends Endpoint> {
  params: Partial<EndpointInput<E>['params']>
  body: Partial<EndpointInput<E>['body']>
  errors: FieldErrors
}

export interface ValidatingHandler<E extends Endpoint> {
  handle: Handler<E>
  /** Finds further errors in input that failed its schema, so that one response reports all of them. */
  validate(ctx: ContextFor<E>, input: PartialInput<E>): Promise<FieldErrors>
}

export interface UploadHandler<E extends Endpoint> {
  handle: Handler<E>
  /**
   * Refuses a request before its file is received, by its path alone. What it returns is disposed of after the response.
   * Not called for a request without a file.
   */
  admit(ctx: ContextFor<E>, input: Pick<EndpointInput<E>, 'params'>): Promise<Disposable>
}

/** One handler for each endpoint of an area; a missing or surplus handler does not compile. */
export type Handlers<A extends Area> = {
  [Name in keyof A]: Handler<A[Name]> | ValidatingHandler<A[Name]> | UploadHandler<A[Name]>
}

export interface Route {
  endpoint: Endpoint
  handle: (ctx: never, input: never, call: Call) => unknown
  validate?: (ctx: never, input: never) => Promise<FieldErrors>
  admit?: (ctx: never, input: never) => Promise<Disposable>
}

export function routesOf<A extends Area>(area: A, handlers: Handlers<A>): Route[] {
  return Object.entries(area).map(([name, endpoint]) => {
    const handler = handlers[name]!
    return { endpoint, ...(typeof handler === 'function' ? { handle: handler } : handler) } as Route
  })
}
