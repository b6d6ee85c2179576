// Limits attempts to guess passwords, codes and links.
import { createHash } from 'node:crypto'
import type { Db } from '#server/platform/database/database.ts'
import { takeRequest } from '#server/platform/rate-limit.ts'
import { TooManyRequests } from '#server/platform/refusal.ts'
import { addressKey } from '#server/platform/security/address-key.ts'

const minuteMs = 60_000

/** By address and for each guessed secret. An address cannot use up all attempts of a user who signs in elsewhere. */
const rules = {
  signInFromAddress: { requests: 30, windowMs: 10 * minuteMs },
  signInToUserFromAddress: { requests: 10, windowMs: 15 * minuteMs },
  signInToUser: { requests: 100, windowMs: 60 * minuteMs },
  password: { requests: 10, windowMs: 15 * minuteMs },
  code: { requests: 10, windowMs: 15 * minuteMs },
  link: { requests: 60, windowMs: minuteMs },
  emailOfUser: { requests: 5, windowMs: 60 * minuteMs },
  resetOfUser: { requests: 5, windowMs: 60 * minuteMs },
} as const

/** Refuses with `TOO_MANY_REQUESTS`. The table of limits holds only hashes of the parts. */
export async function countAttempt(db: Db, kind: keyof typeof rules, ...parts: (string | number)[]): Promise<void> {
  const rule = rules[kind]
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
  const verdict = await takeRequest(db, `members:${kind}:${hash}`, rule)
  if (verdict.accepted) return
  throw new TooManyRequests({ limit: rule.requests, retryAfterSeconds: Math.ceil(verdict.retryAfterMs / 1000) })
}

export async function countSignIn(db: Db, email: string, remoteAddress: string): Promise<void> {
  const [user, address] = [email.toLowerCase(), addressKey(remoteAddress)]
  await countAttempt(db, 'signInFromAddress', address)
  await countAttempt(db, 'signInToUserFromAddress', user, address)
  await countAttempt(db, 'signInToUser', user)
}

export const countLink = (db: Db, remoteAddress: string): Promise<void> =>
  countAttempt(db, 'link', addressKey(remoteAddress))
