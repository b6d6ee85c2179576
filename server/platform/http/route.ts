// A route: an endpoint of the contract bound to what answers it.
import type { Endpoint, EndpointInput, ReplyOf } from '#contract/endpoint.ts'
import type { AccountContext, PublicContext } from '../context/context.ts'
import type { IdempotentOperation } from '../idempotent-operation.ts'
import type { FieldErrors } from '../validation/validate.ts'

/** What a handler may know of the request beside its input. */
export interface Call {
  /** Path and query as the caller wrote them, for page links. */
  url: string
  /** Set when the caller asked for a stream: sends one piece of the answer at once. */
  delta: ((text: string) => void) | undefined
  /** Aborted when the caller has gone. */
  signal: AbortSignal
  /** Set when the request came under an `Idempotency-Key`: the verb makes its effect under this key, once. */
  operation: IdempotentOperation | undefined
}

type ContextFor<E extends Endpoint> = E['auth'] extends 'key' ? AccountContext : PublicContext

export type Handler<E extends Endpoint> = (
  ctx: ContextFor<E>,
  input: EndpointInput<E>,
  call: Call,
) => Promise<ReplyOf<E>> | ReplyOf<E>

/** Input of which some fields were at fault already and are left out. */
export interface ValidInput<E extends Endpoint> {
  params: Partial<EndpointInput<E>['params']>
  body: Partial<EndpointInput<E>['body']>
  errors: FieldErrors
}

export interface RouteOptions<E extends Endpoint> {
  /** What is wrong beside the faults of form, so that the caller hears of all in one answer. */
  validate?(ctx: ContextFor<E>, input: ValidInput<E>): Promise<FieldErrors>
}

export interface Route {
  endpoint: Endpoint
  handle: (ctx: never, input: never, call: Call) => unknown
  validate?: (ctx: never, input: never) => Promise<FieldErrors>
}

/** The reply is typed by the contract; its status, envelope and refusals stand there too. */
export function route<E extends Endpoint>(endpoint: E, handle: Handler<E>, options: RouteOptions<E> = {}): Route {
  return { endpoint, handle: handle as Route['handle'], ...(options as Omit<Route, 'endpoint' | 'handle'>) }
}
