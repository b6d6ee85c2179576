// Writes the audit log: the requests of the API, and events without a request.
import type { AuditEvent } from '#contract/account/audit.ts'
import type { Actor } from '#server/platform/context/actor.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import type { AuditLog } from '#server/platform/http/stages/audit-request.ts'
import { boundRecord, changesOf, maskRecord } from './mask-record.ts'
import { type ActorKind, completeEntry, deleteEntry, insertEntry } from './store.ts'

export const auditLog: AuditLog = {
  begin: (ctx, { actor, ...request }) => insertEntry(ctx.db, ctx.account.id, { ...whoIs(actor), ...request }, false),

  async complete(ctx, entryId, { subject, before, after }) {
    const changes = changesOf(maskRecord(before), maskRecord(after))
    const bounded = { subject, before: boundRecord(changes.before), after: boundRecord(changes.after) }
    await completeEntry(ctx.db, ctx.account.id, entryId, bounded)
  },

  withdraw: (ctx, entryId) => deleteEntry(ctx.db, ctx.account.id, entryId),
}

interface Event {
  /** Undefined for a command of the operator. */
  actor: Actor | undefined
  action: AuditEvent
  subject?: string
  remoteAddress?: string
  userAgent?: string
}

/** Records an event that is not a request for the account, such as a sign-in. */
export async function recordEvent(
  { db, account }: Pick<AccountContext | Tx, 'db' | 'account'>,
  { actor, action, subject, remoteAddress, userAgent }: Event,
): Promise<void> {
  const entry = {
    ...(actor ? whoIs(actor) : { actorKind: 'command' as const, actorId: null, actorName: 'command line' }),
    remoteAddress: remoteAddress ?? null,
    userAgent: userAgent?.slice(0, 300) ?? null,
    action,
    subject,
  }
  await insertEntry(db, account.id, entry, true)
}

function whoIs(actor: Actor): { actorKind: ActorKind; actorId: number; actorName: string } {
  const actorKind = actor.kind === 'member' && actor.isVisiting ? 'operator' : actor.kind
  return { actorKind, actorId: actor.id, actorName: actor.name }
}
