// Maps entries of the audit log to their API representation.
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import type { EntryRow } from './store.ts'

export function presentEntry(row: EntryRow) {
  return {
    id: row.id,
    created_at: toIsoMicros(row.createdAt),
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    remote_address: row.remoteAddress,
    user_agent: row.userAgent,
    action: row.action,
    subject: row.subject,
    before: row.before ?? null,
    after: row.after ?? null,
    outcome: row.completedAt === null ? ('unknown' as const) : ('done' as const),
  }
}
