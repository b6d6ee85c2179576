// What an endpoint answers to a refusal.
import type { Endpoint } from '#contract/endpoint.ts'
import { refusalBody } from '#contract/envelopes.ts'
import type { Refusal } from '../refusal.ts'

export interface RefusalReply {
  status: number
  body: Record<string, unknown>
}

/** A code ending in `*` in the table stands for all that begin so: `PROVIDER_ERROR_*`. */
export function refusalReply(endpoint: Endpoint, refusal: Refusal): RefusalReply | undefined {
  const table = endpoint.refusals ?? {}
  const entry =
    table[refusal.code] ??
    Object.entries(table).find(([code]) => code.endsWith('*') && refusal.code.startsWith(code.slice(0, -1)))?.[1]
  if (!entry) return undefined
  const body = refusalBody(endpoint.envelope, refusal.customMessage ?? entry.message, refusal.code)
  return { status: entry.status, body: { ...body, ...refusal.details } }
}
