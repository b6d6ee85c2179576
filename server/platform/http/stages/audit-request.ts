// Keeps successful requests in the audit log, with the record before and after where the contract says so.

import { operationName } from '#contract/operation-name.ts'
import { type Endpoint, placeholdersOf } from '#contract/wire/endpoint.ts'
import { personalKindOf } from '#contract/wire/personal.ts'
import type { Actor } from '../../context/actor.ts'
import type { AccountContext } from '../../context/context.ts'
import { Refusal } from '../../refusal.ts'
import { createReplyPicker } from '../replies/pick-reply.ts'
import type { Call, Route } from '../route.ts'
import type { Answer } from './answer.ts'
import type { AuthorizedRequest } from './authorize.ts'
import type { RequestInput } from './read-input.ts'

export interface AuditedRequest {
  actor: Actor
  remoteAddress: string
  userAgent: string
  /** The name of the endpoint in the contract. */
  action: string
  /** The ids in the path. */
  subject: string | undefined
}

export interface AuditedChange {
  /** The id of a created record. */
  subject: string | undefined
  /** As the API shows the record. */
  before: unknown
  after: unknown
}

/** An entry is stored before the request is handled, so that a killed process leaves one without an end. */
export interface AuditLog {
  /** Returns the id of the entry. */
  begin(ctx: AccountContext, request: AuditedRequest): Promise<number>
  complete(ctx: AccountContext, entryId: number, change: AuditedChange): Promise<void>
  /** The request was refused. */
  withdraw(ctx: AccountContext, entryId: number): Promise<void>
}

export type AuditRequest = (
  request: AuthorizedRequest,
  ctx: AccountContext,
  input: RequestInput,
  handle: () => Promise<Answer>,
) => Promise<Answer>

/** Undefined if the endpoint is not audited. */
export function createAuditor(
  { endpoint }: Route,
  routes: readonly Route[],
  log: AuditLog | undefined,
): AuditRequest | undefined {
  if (endpoint.audit === 'none' || !log) return undefined
  const action = operationName(endpoint) ?? `${endpoint.method} ${endpoint.path}`
  const read = endpoint.audit === 'change' ? createReader(endpoint, routes) : undefined
  return async (request, ctx, input, handle) => {
    const { caller } = request
    if (!caller) return handle()
    const params = input.params as Record<string, unknown>
    const inPath = subjectOf(endpoint, params)
    const inBody = inPath === undefined ? idInBody(endpoint, input.body) : undefined
    const subject = inPath ?? inBody?.toString()
    const entryId = await log.begin(ctx, {
      actor: caller.actor,
      remoteAddress: request.ip,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
      action,
      subject,
    })
    const before = subject === undefined && endpoint.method === 'POST' ? undefined : await read?.(ctx, params, inBody)
    const answer = await handle()
    if (answer.status >= 400) {
      await log.withdraw(ctx, entryId)
      return answer
    }
    const created = subject === undefined ? idIn(answer.body) : undefined
    const after = endpoint.method === 'DELETE' ? undefined : await read?.(ctx, params, inBody ?? created)
    await log.complete(ctx, entryId, { subject: subject ?? created?.toString(), before, after })
    return answer
  }
}

/** The entry outlives the person, so it does not contain an address of the person. */
function subjectOf(endpoint: Endpoint, params: Record<string, unknown>): string | undefined {
  const isPersonal = (name: string) =>
    ![undefined, 'conversation'].includes(personalKindOf(endpoint.params!.shape[name]!))
  const ids = Object.entries(params).filter(([name]) => !isPersonal(name))
  return ids.map(([, value]) => value).join('/') || undefined
}

type Id = number | string

/** Some endpoints name their record in the body: `assistant_id` of those of assistants. */
function idInBody(endpoint: Endpoint, body: unknown): Id | undefined {
  const id = isObject(body) ? body[`${areaOf(endpoint)?.replace(/s$/, '')}_id`] : undefined
  return typeof id === 'number' || typeof id === 'string' ? id : undefined
}

type Reader = (ctx: AccountContext, params: Record<string, unknown>, id?: Id) => Promise<unknown>

/**
 * Reads the record that the endpoint changes: by GET on its path or on a path above it, by the area's GET with one id,
 * or from the area's list.
 */
function createReader(endpoint: Endpoint, routes: readonly Route[]): Reader | undefined {
  const gets = routes.filter((route) => route.endpoint.method === 'GET' && route.endpoint.auth === endpoint.auth)
  const at = (path: string) => gets.find((route) => route.endpoint.path === path)
  const area = areaOf(endpoint)
  const ofArea = gets.filter((route) => areaOf(route.endpoint) === area)
  const single = ofArea.find((route) => /^[^{]+\{\w+\}$/.test(route.endpoint.path) && isNamed(route, area, 'get'))
  // What restores a version changes the record, and not the version.
  const isOfRecord = single !== undefined && endpoint.path.startsWith(`${single.endpoint.path}/`)
  const ofPath = at(endpoint.path) ?? (isOfRecord ? single : at(endpoint.path.replace(/\/[^/{}]+$/, '')))
  const list = ofArea.find(
    (route) => !route.endpoint.path.includes('{') && !hasPages(route) && /\.list/.test(nameOf(route)),
  )
  const isCollection = endpoint.method === 'POST' && !endpoint.path.includes('{')
  if (ofPath && !(isCollection && (single || list))) return (ctx, params) => readBy(ofPath, ctx, params)
  const [idParam] = single ? placeholdersOf(single.endpoint.path) : []
  if (single && idParam !== undefined)
    return async (ctx, params, created) => {
      const id = created ?? Object.values(params)[0]
      return id === undefined ? undefined : readBy(single, ctx, { [idParam]: id })
    }
  if (list)
    return async (ctx, params, created) => {
      const id = created ?? Object.values(params)[0]
      const rows = rowsIn(await readBy(list, ctx, {}))
      return rows.find((row) => row['id'] === id)
    }
  return undefined
}

const nameOf = ({ endpoint }: Route): string => operationName(endpoint) ?? ''
const areaOf = (endpoint: Endpoint): string | undefined => operationName(endpoint)?.split('.')[0]
const isNamed = (route: Route, area: string | undefined, name: string): boolean => nameOf(route) === `${area}.${name}`
const hasPages = ({ endpoint }: Route): boolean => endpoint.query !== undefined && 'page' in endpoint.query.shape

/** Undefined if the record does not exist. */
async function readBy({ endpoint, handle }: Route, ctx: AccountContext, params: unknown): Promise<unknown> {
  const query = endpoint.query?.safeParse({}).data ?? {}
  try {
    const reply = await handle(ctx as never, { params, query, body: {} } as never, internalCall)
    return recordIn(createReplyPicker(endpoint.reply)(reply))
  } catch (error) {
    // A record that does not exist.
    if (error instanceof Refusal) return undefined
    ctx.log.warn({ error, route: endpoint.path }, 'a record could not be read for the audit log')
    return { unreadable: true }
  }
}

/** Handlers of records use nothing of the request. */
const internalCall: Call = {
  url: '/',
  method: 'GET',
  headers: {},
  access: undefined,
  delta: undefined,
  signal: new AbortController().signal,
  setHeader: () => {},
  operation: undefined,
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Most replies wrap the record in `data`. */
const recordIn = (reply: unknown): unknown => (isObject(reply) && isObject(reply['data']) ? reply['data'] : reply)

function rowsIn(reply: unknown): Record<string, unknown>[] {
  const list = Array.isArray(reply) ? reply : Object.values(isObject(reply) ? reply : {}).find(Array.isArray)
  return (list ?? []).filter(isObject)
}

/** The id of a created record: in the reply itself or in one of its objects. */
function idIn(reply: unknown): Id | undefined {
  if (!isObject(reply)) return undefined
  for (const value of [reply, ...Object.values(reply).filter(isObject)]) {
    const id = value['id'] ?? value['uuid']
    if (typeof id === 'number' || typeof id === 'string') return id
  }
  return undefined
}
