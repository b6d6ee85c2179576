// Defines an endpoint: the record from which routes, validation, OpenAPI, the SDK and the command line are derived.
import type { z } from 'zod'
import type { Access } from './roles.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * `key` requires an API key or a signed-in member and is the default. `optional` also serves callers without either.
 * `session` requires a signed-in member, `operator` a member who is an operator of the installation. `none` ignores both.
 */
export type Auth = 'key' | 'optional' | 'session' | 'operator' | 'none'

/**
 * The shape of an endpoint's error bodies, to which the details of the refusal are added:
 * `error` {error} · `message` {message} · `message-error` {message,error:code} · `coded` {success:false,error,error_code} ·
 * `status` {status:false,error} · `success-message` {message,success:false}.
 */
export type Envelope = 'error' | 'message' | 'message-error' | 'coded' | 'status' | 'success-message'

/** The reply to one refusal code; a refusal can override the message. */
export interface RefusalReply {
  status: number
  message: string
}

/** At most `requests` in any `windowMs`, counted per endpoint for each account or key, or for each anonymous address. */
export interface RateLimit {
  requests: number
  windowMs: number
  per: 'account' | 'key'
}

/** The status of the replies for which `when` returns true. */
export interface OtherStatus {
  status: 200 | 201
  description: string
  when(reply: unknown): boolean
}

type Shape = z.ZodObject | undefined

export interface EndpointDefinition<
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  R extends z.ZodType,
  A extends Auth,
> {
  /** Other paths of the endpoint. */
  aliases?: string[]
  /** Other methods of the endpoint. */
  alsoMethods?: ('PATCH' | 'PUT')[]
  summary: string
  description?: string
  auth?: A
  params?: P
  /** For each path parameter, the refusal code of a malformed value: the same as for a missing record. */
  notFoundCode?: Record<string, string>
  query?: Q
  body?: B
  reply: R
  /** The status of a success, by default 200. */
  status?: 200 | 201
  /** Some successes have another status. */
  otherStatus?: OtherStatus
  refusals?: Record<string, RefusalReply>
  /** By default `message`. */
  envelope?: Envelope
  /** The `message` of a validation error, by default its first field message. */
  validationMessage?: string
  /** By default `read` for GET and `edit` for other methods. Irrelevant without an account. */
  access?: Access
  /**
   * What the audit log keeps of successful requests: `change` who did it, and the record before and after · `action` only
   * who did it · `none`. By default `none` for GET and `change` for other methods.
   */
  audit?: 'change' | 'action' | 'none'
  /** Refuses requests from pages of other origins, because the reply sets or deletes the session cookie. */
  sameOrigin?: boolean
  /** The body of 401, by default `{"message":"Unauthenticated."}`. */
  unauthenticated?: Record<string, string>
  limit?: RateLimit
  /** What the limits of visitors count of a request without an account, even if it repeats one under its idempotency key. */
  visitorLimit?: 'conversation' | 'message' | 'call'
  /** Supports `Idempotency-Key`, because the request spends money, sends something or takes long to process. */
  idempotent?: boolean
  /** Streams `delta` events, then `done` with the reply, on `Accept: text/event-stream`. */
  streams?: boolean
  /** Also replies with this type of content, if the client asks for it. */
  otherContentType?: 'text/csv'
  /** Refuses a body without a single field of the endpoint, which would change nothing. An empty body is accepted. */
  needsKnownField?: boolean
  /** Refuses these names in a body that older clients send, each with the field to use instead. */
  formerNames?: Record<string, string>
  /** Replies with server-sent events, each with `reply` as its data, until the client disconnects. */
  events?: boolean
  /** Allows cross-origin requests from any site. */
  browsers?: boolean
}

export interface Endpoint<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends Shape = Shape,
  R extends z.ZodType = z.ZodType,
  A extends Auth = Auth,
> extends Omit<
    EndpointDefinition<P, Q, B, R, A>,
    'auth' | 'access' | 'audit' | 'envelope' | 'params' | 'query' | 'body'
  > {
  kind: 'endpoint'
  method: Method
  path: string
  auth: A
  access: Access
  audit: 'change' | 'action' | 'none'
  envelope: Envelope
  params: P
  query: Q
  body: B
}

/** `path` begins with `/api`; its parameters are written `{name}`. */
export function endpoint<
  R extends z.ZodType,
  A extends Auth = 'key',
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends Shape = undefined,
>(method: Method, path: string, definition: EndpointDefinition<P, Q, B, R, A>): Endpoint<P, Q, B, R, A> {
  const { auth = 'key', envelope = 'message', params, query, body } = definition
  const isRead = method === 'GET'
  const { access = isRead ? 'read' : 'edit', audit = isRead ? 'none' : 'change' } = definition
  const shapes = { params: params as P, query: query as Q, body: body as B }
  return { ...definition, kind: 'endpoint', method, path, auth: auth as A, access, audit, envelope, ...shapes }
}

/** An endpoint that streams events. */
export function eventStream<R extends z.ZodType, Q extends z.ZodObject>(
  path: string,
  definition: EndpointDefinition<undefined, Q, undefined, R, 'key'>,
): Endpoint<undefined, Q, undefined, R, 'key'> & { events: true } {
  return { ...endpoint('GET', path, definition), events: true }
}

/** The endpoints of one area by name; the contract is a record of areas. */
export type Area = Record<string, Endpoint>

type Parsed<S> = S extends z.ZodObject ? z.output<S> : Record<never, never>
type Input<S> = S extends z.ZodObject ? z.input<S> : Record<never, never>

/** The validated and coerced input of a handler. */
export interface EndpointInput<E extends Endpoint> {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
}

/** The input of an SDK call: path, query and body fields in one object. */
export type CallInput<E extends Endpoint> = Input<E['params']> & Input<E['query']> & Input<E['body']>

export type ReplyOf<E extends Endpoint> = z.output<E['reply']>

/** The primary path first, then the aliases. Existing clients use `whatsapp` for `chatapp`. */
export function pathsOf({ path, aliases = [] }: Pick<Endpoint, 'path' | 'aliases'>): string[] {
  return [path, ...aliases].flatMap((pattern) =>
    pattern.includes('/chatapp/') ? [pattern, pattern.replace('/chatapp/', '/whatsapp/')] : [pattern],
  )
}

export function placeholdersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
}
