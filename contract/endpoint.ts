// What an endpoint is: one record from which routes, validation, OpenAPI, SDK and command line are read.
import type { z } from 'zod'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** `key`: a Bearer token is required; `optional`: callers without a token are served too; `none`: a token is not looked at. */
export type Auth = 'key' | 'optional' | 'none'

/**
 * The body in which an endpoint refuses:
 * `error` {error} · `message` {message} · `message-error` {message,error:code} · `coded` {success:false,error,error_code} ·
 * `status` {status:false,error} · `success-message` {message,success:false}. Details of a refusal stand beside.
 */
export type Envelope = 'error' | 'message' | 'message-error' | 'coded' | 'status' | 'success-message'

/** What the endpoint answers to a refusal's code; `sentence` is said unless the refusal brings its own. */
export interface RefusalReply {
  status: number
  message: string
}

/** At most `requests` within any `windowMs`, counted per endpoint for each account, key or (anonymous) address. */
export interface RateLimit {
  requests: number
  windowMs: number
  per: 'account' | 'key'
}

type Shape = z.ZodObject | undefined

export interface EndpointDefinition<
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  R extends z.ZodType,
  A extends Auth,
> {
  method: Method
  /** From `/api`, placeholders as `{name}`. */
  path: string
  /** Other paths that answer the same. */
  aliases?: string[]
  /** Other methods that answer the same. */
  alsoMethods?: ('PATCH' | 'PUT')[]
  summary: string
  description?: string
  auth: A
  params?: P
  /** For each path parameter, the refusal code that a malformed value gets: the same as an absent owner's. */
  notFoundCode?: Record<string, string>
  query?: Q
  body?: B
  reply: R
  /** Of a success; 200 unless something was created. */
  status?: 200 | 201
  refusals?: Record<string, RefusalReply>
  envelope: Envelope
  /** `message` of a validation failure; else the first sentence. */
  validationMessage?: string
  /** Body of 401; else {"message":"Unauthenticated."}. */
  unauthenticated?: Record<string, string>
  limit?: RateLimit
  /** The call spends money or sends: `Idempotency-Key` is honoured. */
  idempotent?: boolean
  /** With `Accept: text/event-stream` the answer is streamed: `delta` events, then `done` with the reply. */
  streams?: boolean
  /** Pages of other sites may call it. */
  browsers?: boolean
}

export interface Endpoint<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends Shape = Shape,
  R extends z.ZodType = z.ZodType,
  A extends Auth = Auth,
> extends Omit<EndpointDefinition<P, Q, B, R, A>, 'params' | 'query' | 'body'> {
  kind: 'endpoint'
  params: P
  query: Q
  body: B
}

export function endpoint<
  R extends z.ZodType,
  A extends Auth,
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends Shape = undefined,
>(definition: EndpointDefinition<P, Q, B, R, A>): Endpoint<P, Q, B, R, A> {
  const { params, query, body } = definition
  return { ...definition, kind: 'endpoint', params: params as P, query: query as Q, body: body as B }
}

/** Endpoints by name within one area; the contract is a record of areas. */
export type Area = Record<string, Endpoint>

type Parsed<S> = S extends z.ZodObject ? z.output<S> : Record<never, never>
type Given<S> = S extends z.ZodObject ? z.input<S> : Record<never, never>

/** What a handler receives: checked, habits of input applied. */
export interface EndpointInput<E extends Endpoint> {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
}

/** What a caller hands to the SDK: path, query and body fields in one object. */
export type CallInput<E extends Endpoint> = Given<E['params']> & Given<E['query']> & Given<E['body']>

/** What comes back. */
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>
