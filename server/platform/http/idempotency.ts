// `Idempotency-Key`: the first answer is kept for a day; a request whose process has died is taken up by its repetition.
// https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
import { createHash } from 'node:crypto'
import type { Envelope } from '#contract/endpoint.ts'
import { refusalBody } from '#contract/envelopes.ts'
import {
  findKey,
  insertClaim,
  type KeyClaim,
  type KeyContext,
  type KeyIdentity,
  takeOver,
} from './idempotency-store.ts'

/** What to answer instead of doing it: the first answer, or why the key cannot be used. */
export interface StoredReply {
  status: number
  headers: Record<string, string>
  body: unknown
}

/** To be ended when the request is answered, or has failed. */
export type OpenClaim = KeyClaim & { end(): void }

const maxLength = 255

export async function claimKey(
  context: KeyContext,
  scope: string,
  key: string,
  request: { method: string; url: string; body: unknown; envelope: Envelope; minLength: number },
): Promise<OpenClaim | StoredReply> {
  const { envelope, minLength } = request
  if (key.length > maxLength)
    return refused(envelope, 'TOO_LONG', `The idempotency key may not be greater than ${maxLength} characters.`)
  if (key.length < minLength) {
    const sentence = `Without an API key, the idempotency key must be a random value of at least ${minLength} characters.`
    return refused(envelope, 'TOO_SHORT', sentence)
  }
  const sha256 = createHash('sha256')
    .update(JSON.stringify([request.method, request.url, request.body ?? null]))
    .digest('hex')
  const name = JSON.stringify([context.processId, scope, key])
  const end = enter(name)
  try {
    const outcome = await claimOrAnswer(context, { scope, key, sha256, envelope }, () => underWay.get(name)! > 1)
    if ('effect' in outcome) return { ...outcome, end }
    end()
    return outcome
  } catch (error) {
    end()
    throw error
  }
}

/** How many requests of this process ask for a key or are being answered under it. */
const underWay = new Map<string, number>()

function enter(name: string): () => void {
  underWay.set(name, (underWay.get(name) ?? 0) + 1)
  return () => {
    const left = underWay.get(name)! - 1
    if (left === 0) underWay.delete(name)
    else underWay.set(name, left)
  }
}

async function claimOrAnswer(
  context: KeyContext,
  place: KeyIdentity & { envelope: Envelope },
  isUnderWayHere: () => boolean,
): Promise<KeyClaim | StoredReply> {
  const { scope, key, sha256, envelope } = place
  for (;;) {
    const fresh = await insertClaim(context, place)
    if (fresh) return { scope, key, effect: fresh }
    const row = await findKey(context.db, place)
    // Forgotten in the meantime.
    if (!row) continue
    if (row.sha256 !== sha256)
      return refused(envelope, 'REUSED', 'The idempotency key was used before with another request.')
    if (row.status !== null) return replayed(row.status, row.reply)
    const { holder } = row
    // Let go of in the meantime.
    if (holder === null) continue
    // One of ours that is over without a trace could not reach the database to say so.
    const isGone = holder === context.processId ? !isUnderWayHere() : await context.liveness.isDead(holder)
    if (!isGone) return noAnswerYet(envelope)
    const effect = await takeOver(context, place, holder)
    if (effect) return { scope, key, effect }
  }
}

const inProgress =
  'The first request with this idempotency key is still being answered. Send it again under the same key in a moment.'

const noAnswerYet = (envelope: Envelope): StoredReply => ({
  status: 409,
  headers: {},
  body: refusalBody(envelope, inProgress, 'REQUEST_IN_PROGRESS'),
})

function replayed(status: number, reply: string | null): StoredReply {
  const headers = { 'idempotent-replayed': 'true', 'content-type': 'application/json; charset=utf-8' }
  return { status, headers, body: reply }
}

/** As a fault of the input, with the fields of the endpoint's own refusals beside. */
function refused(envelope: Envelope, what: 'REUSED' | 'TOO_LONG' | 'TOO_SHORT', sentence: string): StoredReply {
  const family = refusalBody(envelope, sentence, `IDEMPOTENCY_KEY_${what}`)
  return { status: 422, headers: {}, body: { ...family, message: sentence, errors: { idempotency_key: [sentence] } } }
}
