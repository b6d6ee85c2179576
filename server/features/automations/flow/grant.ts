// What the author of a flow was allowed when it was saved.
import type { Endpoint } from '#contract/wire/endpoint.ts'
import type { Actor } from '#server/platform/context/actor.ts'
import { whyOutOfScope } from '#server/platform/http/why-forbidden.ts'

/** The scopes of the API key. Null for a key without limits, a member, and the command line. */
export type Grant = readonly string[] | null

export const grantOf = (actor: Actor | undefined): Grant => (actor?.kind === 'key' ? actor.scopes : null)

/** Undefined if the grant includes what the endpoints do. */
export const whyNotGranted = (grant: Grant, endpoints: readonly Endpoint[]): string | undefined =>
  endpoints.map((endpoint) => whyOutOfScope(endpoint, grant)).find((reason) => reason !== undefined)
