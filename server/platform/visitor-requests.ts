// Limits the requests of anonymous visitors at one address.
import type { AppContext } from './context/context.ts'
import type { Settings } from './context/settings.ts'
import { takeRequest } from './rate-limit.ts'
import { TooManyRequests } from './refusal.ts'
import { addressKey } from './security/address-key.ts'

const perMinute = {
  conversation: 'conversationsPerMinutePerAddress',
  message: 'messagesPerMinutePerAddress',
  read: 'readsPerMinutePerAddress',
  widget: 'widgetsPerMinutePerAddress',
  call: 'callsPerMinutePerAddress',
  file: 'filesPerMinutePerAddress',
} as const satisfies Record<string, keyof Settings['visitor']>

export type VisitorRequest = keyof typeof perMinute

/** Refuses with `TOO_MANY_REQUESTS`. */
export async function countVisitorRequest(
  { db, settings, remoteAddress }: Pick<AppContext, 'db' | 'settings'> & { remoteAddress: string },
  what: VisitorRequest,
): Promise<void> {
  const rule = { requests: settings.visitor[perMinute[what]], windowMs: 60_000 }
  const verdict = await takeRequest(db, `visitor:${what}:${addressKey(remoteAddress)}`, rule)
  if (verdict.accepted) return
  throw new TooManyRequests({ limit: rule.requests, retryAfterSeconds: Math.ceil(verdict.retryAfterMs / 1000) })
}
