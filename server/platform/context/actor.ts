// Who makes a request on behalf of an account.
import type { Role } from '#contract/wire/roles.ts'

export interface KeyActor {
  kind: 'key'
  id: number
  name: string
  /** Null if the key is not limited. */
  scopes: readonly string[] | null
}

export interface MemberActor {
  kind: 'member'
  /** The id of the user. */
  id: number
  name: string
  role: Role
  sessionId: number
  /** An operator of the installation. */
  isOperator: boolean
  /** An operator who is not a member of the account. */
  isVisiting: boolean
}

export type Actor = KeyActor | MemberActor

/** Names what gives access to an account, for connections that outlast their first request. */
export const accessOf = (actor: Actor, accountId: number): string =>
  actor.kind === 'key' ? `key:${actor.id}` : `session:${actor.sessionId}:${accountId}:${actor.role}`

/** Identifies the credential, for rate limits and idempotency keys. */
export const actorKey = ({ kind, id }: Actor): string => `${kind}:${id}`
