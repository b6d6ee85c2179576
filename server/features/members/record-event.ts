// Records events of a user in the audit logs of the accounts of which the user is a member.
import type { AuditEvent } from '#contract/account/audit.ts'
import { actFor } from '#server/features/accounts/index.ts'
import { recordEvent } from '#server/features/audit/index.ts'
import type { Actor } from '#server/platform/context/actor.ts'
import type { AppContext, AppTx } from '#server/platform/context/context.ts'
import { selectMemberships } from './store-members.ts'
import type { User } from './store-users.ts'

interface UserEvent {
  /** `user`: the user. Undefined for the command line. */
  actor: Actor | 'user' | undefined
  action: AuditEvent
  remoteAddress?: string
  userAgent?: string
}

/** In one account, or in all. */
export async function recordForAccounts(
  context: AppContext | AppTx,
  user: User,
  { actor, ...event }: UserEvent,
  only?: number,
): Promise<void> {
  const { id, name, isOperator } = user
  for (const { accountId, role } of await selectMemberships(context.db, id)) {
    if (only !== undefined && accountId !== only) continue
    const ctx = await actFor(context, accountId)
    const self = { kind: 'member', id, name, role, sessionId: 0, isOperator, isVisiting: false } as const
    if (ctx) await recordEvent(ctx, { ...event, actor: actor === 'user' ? self : actor, subject: String(id) })
  }
}
