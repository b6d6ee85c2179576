// What the author of a flow was allowed when it was saved.
import { scopeOf } from '#contract/scopes.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import type { Actor } from '#server/platform/context/actor.ts'
import { lackOfScope } from '#server/platform/http/why-forbidden.ts'

/** The scopes of the API key. Null for a key without limits, a member, and the command line. */
export type Grant = readonly string[] | null

export const grantOf = (actor: Actor | undefined): Grant => (actor?.kind === 'key' ? actor.scopes : null)

/** Undefined if the grant includes what the endpoints do. */
export function whyNotGranted(grant: Grant, endpoints: readonly Endpoint[]): string | undefined {
  if (grant === null) return undefined
  const missing = endpoints.map(scopeOf).find((scope) => scope !== undefined && !grant.includes(scope))
  return missing === undefined ? undefined : lackOfScope(missing)
}
