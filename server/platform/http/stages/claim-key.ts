// The third stage of a request: claims its `Idempotency-Key`, or returns the stored reply to the first request under it.
// https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
import { createHash } from 'node:crypto'
import type { Endpoint, Envelope } from '#contract/wire/endpoint.ts'
import { refusalBody } from '#contract/wire/envelopes.ts'
import { actorKey } from '../../context/actor.ts'
import { type OnceAvailableContext, onceAvailable } from '../../database/once-available.ts'
import { unavailableReason } from '../../database/unavailable.ts'
import type { AuthorizedRequest } from './authorize.ts'
import {
  findKey,
  insertClaim,
  type KeyClaim,
  type KeyContext,
  type KeyIdentity,
  releaseKeyOf,
  takeOver,
} from './idempotency-store.ts'

/** Sent instead of handling the request: the first reply, or why the key cannot be used. */
export interface StoredReply {
  status: number
  headers: Record<string, string>
  body: unknown
}

export type ReleaseContext = KeyContext & OnceAvailableContext

/**
 * `end` must be called when the request has been answered or has failed. `releaseLater` releases the key after it, when the
 * database is available.
 */
export type OpenClaim = KeyClaim & { end(): void; releaseLater(): void }

const maxLength = 255
/** Anonymous clients share a scope, so their keys must be too long to guess. */
const minSharedLength = 16

/** Undefined if the endpoint or the request uses no key. */
export async function claimKey(
  endpoint: Endpoint,
  request: AuthorizedRequest,
  context: ReleaseContext,
): Promise<OpenClaim | StoredReply | undefined> {
  const key = request.headers['idempotency-key']
  if (!endpoint.idempotent || typeof key !== 'string' || key === '') return undefined
  const { envelope } = endpoint
  if (key.length > maxLength)
    return refused(envelope, 'TOO_LONG', `The idempotency key may not be greater than ${maxLength} characters.`)
  if (isShared(endpoint, request) && key.length < minSharedLength) {
    const message = `Without an API key, the idempotency key must be a random value of at least ${minSharedLength} characters.`
    return refused(envelope, 'TOO_SHORT', message)
  }
  const sha256 = sha256Of([request.method, request.raw.url ?? '', request.body ?? null])
  const identity = { scope: scopeOf(endpoint, request), key, sha256 }
  const name = JSON.stringify([context.processId, identity.scope, key])
  const end = enter(name)
  try {
    const outcome = await claimOrReply(context, identity, envelope, () => activeRequests.get(name)! > 1)
    if ('operation' in outcome) return { ...outcome, end, releaseLater: () => releaseOnceAvailable(context, identity) }
    end()
    return outcome
  } catch (error) {
    end()
    // The claim may have been stored.
    if (unavailableReason(error)) releaseOnceAvailable(context, identity)
    throw error
  }
}

/**
 * Releases the key of a request that has ended without reaching the database. Other processes cannot know that it has
 * ended. A repetition in this process takes the key over, and then it stays claimed.
 */
function releaseOnceAvailable(context: ReleaseContext, identity: Pick<KeyIdentity, 'scope' | 'key'>): void {
  const name = JSON.stringify([context.processId, identity.scope, identity.key])
  onceAvailable(context, 'an idempotency key could not be released', async () => {
    if (activeRequests.has(name)) return
    const end = enter(name)
    await releaseKeyOf(context, identity).finally(end)
  })
}

/** Whether different clients may send the same keys: without an account or a secret in the path. */
function isShared({ params }: Endpoint, { caller }: AuthorizedRequest): boolean {
  return !caller && !params
}

function scopeOf(endpoint: Endpoint, request: AuthorizedRequest): string {
  const { caller, ip, headers, raw } = request
  // Members have scopes of their own, so that a stored reply is not shown to a member with another role.
  if (caller)
    return caller.actor.kind === 'key'
      ? `account:${caller.account.id}`
      : `account:${caller.account.id}:${actorKey(caller.actor)}`
  return `public:${sha256Of([raw.url, ...(isShared(endpoint, request) ? [ip, headers.origin] : [])])}`
}

const sha256Of = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** The number of requests in this process that wait for a key or are being handled under it. */
const activeRequests = new Map<string, number>()

function enter(name: string): () => void {
  activeRequests.set(name, (activeRequests.get(name) ?? 0) + 1)
  return () => {
    const left = activeRequests.get(name)! - 1
    if (left === 0) activeRequests.delete(name)
    else activeRequests.set(name, left)
  }
}

async function claimOrReply(
  context: KeyContext,
  identity: KeyIdentity,
  envelope: Envelope,
  isActiveHere: () => boolean,
): Promise<KeyClaim | StoredReply> {
  const { scope, key, sha256 } = identity
  for (;;) {
    const inserted = await insertClaim(context, identity)
    if (inserted) return { scope, key, operation: inserted }
    const row = await findKey(context.db, identity)
    // The key was deleted in the meantime.
    if (!row) continue
    if (row.sha256 !== sha256)
      return refused(envelope, 'REUSED', 'The idempotency key was used before with another request.')
    if (row.status !== null) return replayed(row.status, row.reply)
    const { holder } = row
    // The key was released in the meantime.
    if (holder === null) continue
    // If the holder is this process but the request is not active, it ended without reaching the database.
    const isGone = holder === context.processId ? !isActiveHere() : await context.liveness.isDead(holder)
    if (!isGone) return inProgress(envelope)
    const operation = await takeOver(context, identity, holder)
    if (operation) return { scope, key, operation }
  }
}

function inProgress(envelope: Envelope): StoredReply {
  const message =
    'The first request with this idempotency key is still being answered. Send it again under the same key in a moment.'
  return { status: 409, headers: {}, body: refusalBody(envelope, message, 'REQUEST_IN_PROGRESS') }
}

function replayed(status: number, reply: string | null): StoredReply {
  const headers = { 'idempotent-replayed': 'true', 'content-type': 'application/json; charset=utf-8' }
  return { status, headers, body: reply }
}

/** A validation error that also carries the fields of the endpoint's own envelope. */
function refused(envelope: Envelope, reason: 'REUSED' | 'TOO_LONG' | 'TOO_SHORT', message: string): StoredReply {
  const body = refusalBody(envelope, message, `IDEMPOTENCY_KEY_${reason}`)
  return { status: 422, headers: {}, body: { ...body, message, errors: { idempotency_key: [message] } } }
}
