// Runs sequences of generated requests for one account, and remembers the ids of the responses.
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { forgetOldRequests } from '#server/platform/rate-limit.ts'
import { factories, type MadeRecord, makeLiveCall } from '../app/factories.ts'
import { signInAgain } from '../app/members.ts'
import type { TestApp } from '../app/test-app.ts'
import { singular } from '../matrix/positions.ts'
import { timed } from '../measure/block-time.ts'
import { type Prepared, prepare } from './preparations.ts'
import type { FuzzRequest } from './requests.ts'
import { type Sent, send, written } from './send.ts'
import type { FuzzServices } from './services.ts'
import type { Reference } from './values.ts'
import { endpointOf, faultOf } from './verdict.ts'

export interface Tally {
  requests: number
  byStatus: Map<number, number>
  /** The endpoints that have responded successfully. */
  succeeded: Set<Endpoint>
  slowestMs: number
  /** An upper bound of the time for which one request blocked the event loop. */
  longestBlockMs: number
}

const mostBlockMs = 100

class Fault extends Error {}

export type Lane = Awaited<ReturnType<typeof openLane>>

type Pool = Map<string, (number | string)[]>

interface LaneOptions {
  parley: TestApp
  services: FuzzServices
  tally: Tally
  /** Returns the error that was logged last. */
  lastError(): string
  poor: boolean
}

export async function openLane({ parley, services, tally, lastError, poor }: LaneOptions) {
  const account = await parley.createAccount({ balanceUsd: poor ? 0.05 : 20 })
  const other = await parley.createAccount()
  const { token: revoked } = (await account.client.accounts.createApiKey({ name: 'revoked' })).api_key
  await account.client.accounts.deleteApiKey({ id: Number(revoked.split('|')[0]) })
  const keys = { good: account.token, other: other.token, revoked }
  const masterKey = Number(account.token.split('|')[0])

  // The first session decides that the user is an operator.
  const openSession = async () => (await signInAgain(parley, account, { isOperator: true })).cookie()!
  let session: string | undefined = await openSession()
  /** A session is used until a request may have ended it. */
  async function ownCredential({ call: { endpoint } }: FuzzRequest): Promise<string> {
    if (endpoint.auth !== 'session' && endpoint.auth !== 'operator') return keys.good
    const cookie = session ?? (await openSession())
    session = endpoint.method === 'GET' ? cookie : undefined
    return cookie
  }

  const seed: Pool = new Map()
  const made = new Map<string, MadeRecord>()
  for (const [kind, make] of Object.entries(factories)) {
    if (poor && ['conversation', 'note', 'file'].includes(kind)) continue
    const record = await make(account, 'seed', parley, async (of) => made.get(of)!)
    const { id, uuid } = record
    made.set(kind, record)
    if (id !== undefined) keep(seed, kind, id)
    if (uuid !== undefined) keep(seed, kind, uuid)
  }

  const assistantId = made.get('assistant')!.id!
  for (const isTakenOver of poor ? [] : [false, true])
    keep(seed, 'call', await makeLiveCall(account, parley, { assistantId, isTakenOver }))

  function keep(pool: Pool, kind: string, id: number | string): void {
    if (kind === 'api-key' && id === masterKey) return
    const place = `${kind} ${typeof id === 'number' ? 'number' : 'text'}`
    const ids = pool.get(place) ?? []
    if (!ids.includes(id) && ids.length < 10) pool.set(place, [...ids, id])
  }

  async function step(request: FuzzRequest, pool: Pool): Promise<void> {
    const resolve = ({ record, form, which }: Reference): unknown => {
      const ids = pool.get(`${record} ${form}`) ?? []
      return ids[which % Math.max(1, ids.length)] ?? (form === 'number' ? 1 : crypto.randomUUID())
    }
    const prepared = isPreparable(request) ? await prepare(request.call.name, parley, services) : undefined
    const credentials = { ...keys, good: prepared ? prepared.credential : await ownCredential(request) }
    const sent = written(prepared ? withPrepared(request, prepared) : request, credentials, resolve)
    const endpoint = endpointOf(sent)
    // Otherwise the stream would not end. The last value of a parameter counts.
    if (endpoint?.events) sent.url += `${sent.url.includes('?') ? '&' : '?'}follow=false`
    if (tally.requests % 40 === 0) await forgetOldRequests(parley.app.context.db, 0)
    const { value: answer, blockMs } = await timed(mostBlockMs, () => send(parley, sent)).catch((error: Error) => {
      throw new Fault(`${show(sent)}\n${error.message}`)
    })
    tally.requests++
    if (answer.status === 401) session = undefined
    tally.byStatus.set(answer.status, (tally.byStatus.get(answer.status) ?? 0) + 1)
    tally.slowestMs = Math.max(tally.slowestMs, answer.elapsedMs)
    tally.longestBlockMs = Math.max(tally.longestBlockMs, blockMs)
    const fail = (problem: string) => {
      throw new Fault(`${show(sent)}\n→ ${answer.status} ${cut(answer.text, 1500)}\n${problem}`)
    }
    if (blockMs > mostBlockMs) fail(`The request kept the event loop busy for ${Math.round(blockMs)} ms.`)
    const fault = await faultOf(sent, answer)
    if (fault) fail(`The answer ${fault}.\n${answer.status >= 500 ? lastError() : ''}`)
    if (endpoint && answer.status < 300 && sent.method !== 'HEAD') {
      tally.succeeded.add(endpoint)
      const isJson = answer.headers['content-type']?.startsWith('application/json')
      if (request.key === 'good' && !prepared && isJson)
        collect(answer.text, endpoint.path, (kind, id) => keep(pool, kind, id))
    }
  }

  return {
    /** Throws a `Fault` with the request and its response. */
    async run(sequence: readonly FuzzRequest[]): Promise<void> {
      const pool: Pool = new Map(seed)
      for (const request of sequence) await step(request, pool)
    },
  }
}

const isPreparable = ({ isPrepared, key, noise, body }: FuzzRequest): boolean =>
  isPrepared && key === 'good' && noise === undefined && (body === undefined || ('json' in body && isObject(body.json)))

const isObject = (value: unknown): boolean => value !== null && typeof value === 'object' && !Array.isArray(value)

function withPrepared(request: FuzzRequest, { params, body }: Prepared): FuzzRequest {
  const json = request.body && 'json' in request.body ? { ...(request.body.json as object), ...body } : undefined
  return {
    ...request,
    params: { ...request.params, ...params },
    body: request.body && json ? { ...request.body, json, spoil: 'nothing' } : request.body,
  }
}

function collect(text: string, path: string, keep: (kind: string, id: number | string) => void): void {
  if (!text.startsWith('{') && !text.startsWith('[')) return
  const kind = path
    .split('/')
    .map(singular)
    .findLast((segment) => factories[segment])
  walk(JSON.parse(text), 0)

  function walk(value: unknown, depth: number): void {
    if (value === null || typeof value !== 'object' || depth > 4) return
    if (Array.isArray(value)) {
      for (const item of value.slice(0, 3)) walk(item, depth + 1)
      return
    }
    for (const [name, field] of Object.entries(value)) {
      const of = name === 'id' || name === 'uuid' ? kind : /^(\w+)_id$/.exec(name)?.[1]?.replaceAll('_', '-')
      if (of && factories[of] && (typeof field === 'number' || typeof field === 'string')) keep(of, field)
      else walk(field, depth + 1)
    }
  }
}

const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}… (${text.length})` : text

function show({ method, url, headers, payload }: Sent): string {
  const { authorization, ...rest } = headers
  const key = authorization === undefined ? 'no key' : cut(authorization.replace(/\|\w+/, '|…'), 40)
  const body = payload === undefined ? '' : `\n${cut(JSON.stringify(payload.toString()), 3000)}`
  return `${method} ${cut(url, 600)} (${key}) ${JSON.stringify(rest)}${body}`
}
