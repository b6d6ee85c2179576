// The SQL of the audit log.

import { sql } from 'kysely'
import type { z } from 'zod'
import type { actorKind } from '#contract/account/audit.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type DayRange, dayConditions } from '#server/platform/database/day-range.ts'
import { allRows, oneValue } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export type ActorKind = z.infer<typeof actorKind>

export interface NewEntry {
  actorKind: ActorKind
  actorId: number | null
  actorName: string
  remoteAddress: string | null
  userAgent: string | null
  action: string
  subject: string | undefined
}

export function insertEntry(db: Db, accountId: number, entry: NewEntry, isComplete: boolean): Promise<number> {
  const { actorKind, actorId, actorName, remoteAddress, userAgent, action, subject } = entry
  return oneValue<number>(db)`
    insert into audit_entries
      (account_id, actor_kind, actor_id, actor_name, remote_address, user_agent, action, subject, created_at, completed_at)
    values (${accountId}, ${actorKind}, ${actorId}, ${actorName}, ${remoteAddress}, ${userAgent}, ${action},
      ${subject ?? null}, app_now(), case when ${isComplete} then app_now() end)
    returning id`
}

export async function completeEntry(
  db: Db,
  accountId: number,
  id: number,
  { subject, before, after }: { subject: string | undefined; before: unknown; after: unknown },
): Promise<void> {
  await sql`
    update audit_entries set completed_at = app_now(), subject = coalesce(subject, ${subject ?? null}),
      before = ${jsonOf(before)}::jsonb, after = ${jsonOf(after)}::jsonb
    where account_id = ${accountId} and id = ${id}`.execute(db)
}

const jsonOf = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))

export async function deleteEntry(db: Db, accountId: number, id: number): Promise<void> {
  await sql`delete from audit_entries where account_id = ${accountId} and id = ${id}`.execute(db)
}

export interface EntryRow {
  id: number
  actorKind: ActorKind
  actorId: number | null
  actorName: string
  remoteAddress: string | null
  userAgent: string | null
  action: string
  subject: string | null
  before: unknown
  after: unknown
  completedAt: Timestamp | null
  createdAt: Timestamp
}

export interface EntryFilter extends Partial<DayRange> {
  actorKind?: ActorKind | undefined
  actorId?: number | undefined
  action?: string | undefined
  subject?: string | undefined
  /** Only entries with lower ids. */
  before?: number
}

/** Newest first. */
export function selectEntries(db: Db, accountId: number, filter: EntryFilter, limit: number): Promise<EntryRow[]> {
  const { actorKind, actorId, action, subject, before } = filter
  const conditions = [
    sql`account_id = ${accountId}`,
    ...(actorKind === undefined ? [] : [sql`actor_kind = ${actorKind}`]),
    ...(actorId === undefined ? [] : [sql`actor_id = ${actorId}`]),
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(subject === undefined ? [] : [sql`subject = ${subject}`]),
    ...(before === undefined ? [] : [sql`id < ${before}`]),
    ...dayConditions(sql`created_at`, filter),
  ]
  return allRows<EntryRow>(db)`
    select id, actor_kind, actor_id, actor_name, remote_address, user_agent, action, subject, before, after,
      completed_at, created_at
    from audit_entries where ${sql.join(conditions, sql` and `)}
    order by id desc limit ${limit}`
}
