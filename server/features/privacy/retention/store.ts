// The SQL of retention: the rules of accounts, their runs, and the check of the clock.
import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { allRows, changesOne, firstValue, oneRow } from '#server/platform/database/statements.ts'
import type { RetentionKind } from '#server/platform/personal-data.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { RetainedRest } from '../store-tables.ts'

/** How long an account keeps a kind of personal data, and what the latest run has deleted. */
export interface RetentionRule {
  kind: RetentionKind
  /** Null: kept. */
  days: number | null
  isRunning: boolean
  /** Null before the first run. */
  lastFinishedAt: Timestamp | null
  lastBefore: Timestamp
  lastDeleted: number
  lastRemaining: number
  lastOldestAt: Timestamp | null
}

export interface RuleRef {
  accountId: number
  kind: RetentionKind
}

export function selectRules(db: Db, accountId: number): Promise<RetentionRule[]> {
  return allRows<RetentionRule>(db)`
    select kind, days, run_before is not null as is_running, last_finished_at, last_before, last_deleted,
      last_remaining, last_oldest_at
    from retention_rules where account_id = ${accountId}`
}

/** A run under an earlier rule ends. */
export async function saveRules(
  db: Db,
  accountId: number,
  rules: readonly { kind: RetentionKind; days: number | null }[],
): Promise<void> {
  await sql`
    insert into retention_rules as r (account_id, kind, days)
    select ${accountId}, n.kind, n.days
    from unnest(${rules.map(({ kind }) => kind)}::text[], ${rules.map(({ days }) => days)}::int[]) as n (kind, days)
    order by n.kind
    on conflict (account_id, kind) do update set days = excluded.days, run_before = null, run_deleted = 0`.execute(db)
}

/** Begins a run of each of the next rules in order that has none in progress, and returns those that have one. */
export async function beginRuns(tx: DbTransaction, after: RuleRef | undefined, limit: number): Promise<RuleRef[]> {
  const isNext = after ? sql`(account_id, kind) > (${after.accountId}, ${after.kind})` : sql`true`
  const { rows } = await sql<RuleRef>`
    update retention_rules r set run_before = coalesce(r.run_before, app_now() - make_interval(days => r.days))
    from (
      select account_id, kind from retention_rules where days is not null and ${isNext}
      order by account_id, kind limit ${limit} for no key update) n
    where r.account_id = n.account_id and r.kind = n.kind
    returning r.account_id, r.kind`.execute(tx)
  return rows.sort((a, b) => a.accountId - b.accountId || (a.kind < b.kind ? -1 : 1))
}

/** Undefined if no run is in progress. */
export function findRunBefore(db: Db, { accountId, kind }: RuleRef): Promise<Timestamp | undefined> {
  return firstValue<Timestamp>(db)`
    select run_before from retention_rules
    where account_id = ${accountId} and kind = ${kind} and run_before is not null`
}

/** Returns false if the run has been ended in the meantime, by another rule for example. */
export function addDeleted(
  db: Db,
  { accountId, kind }: RuleRef,
  { before, count }: { before: Timestamp; count: number },
): Promise<boolean> {
  return changesOne(db)`
    update retention_rules set run_deleted = run_deleted + ${count}
    where account_id = ${accountId} and kind = ${kind} and run_before = ${before}`
}

export async function finishRun(
  db: Db,
  { accountId, kind }: RuleRef,
  { before, remaining, oldestAt }: { before: Timestamp } & RetainedRest,
): Promise<void> {
  await sql`
    update retention_rules set run_before = null, run_deleted = 0, last_finished_at = app_now(), last_before = run_before,
      last_deleted = run_deleted, last_remaining = ${remaining}, last_oldest_at = ${oldestAt}
    where account_id = ${accountId} and kind = ${kind} and run_before = ${before}`.execute(db)
}

export interface ClockState {
  now: Timestamp
  /** Null at the first check. */
  trustedAt: Timestamp | null
  jumpedAt: Timestamp | null
}

/** Locked until the transaction ends, even while there is no row. */
export async function lockClock(tx: DbTransaction): Promise<ClockState> {
  await sql`select pg_advisory_xact_lock(hashtext('parley:retention-clock'))`.execute(tx)
  return oneRow<ClockState>(tx)`
    select n.now, c.trusted_at, c.jumped_at
    from (select app_now() as now) n left join retention_clock c on true`
}

export async function saveClock(
  tx: DbTransaction,
  { trustedAt, jumpedAt }: { trustedAt: Timestamp; jumpedAt: Timestamp | null },
): Promise<void> {
  await sql`
    insert into retention_clock (trusted_at, jumped_at) values (${trustedAt}, ${jumpedAt})
    on conflict (is_the_one) do update set trusted_at = excluded.trusted_at, jumped_at = excluded.jumped_at`.execute(tx)
}

/** Null unless the clock has jumped. */
export async function findJump(db: Db): Promise<Timestamp | null> {
  const found = await firstValue<Timestamp | null>(db)`select jumped_at from retention_clock`
  return found ?? null
}
