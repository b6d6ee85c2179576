// The SQL of alerts about balances. Who changes thresholds holds the lock on the balance.

import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { firstRow } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export interface BalanceAlerts {
  webhookUrl: string | null
  emails: string[]
  /** Ascending. */
  thresholds: { micros: number; crossedAt: Timestamp | null }[]
}

export async function findAlerts(db: Db, accountId: number): Promise<BalanceAlerts> {
  const found = await firstRow<BalanceAlerts>(db)`
  select webhook_url, emails, (
    select coalesce(jsonb_agg(jsonb_build_object('micros', threshold_micros, 'crossedAt', crossed_at::text)
      order by threshold_micros), '[]')
    from balance_thresholds t where t.account_id = a.account_id
  ) as thresholds
  from balance_alerts a where account_id = ${accountId}`
  return found ?? { webhookUrl: null, emails: [], thresholds: [] }
}

/** An account has no balance before its first credit. */
export async function lockBalance(tx: DbTransaction, accountId: number): Promise<void> {
  await sql`
    insert into balances as b (account_id) values (${accountId})
    on conflict (account_id) do update set account_id = b.account_id`.execute(tx)
}

/** Thresholds that stay keep their state. A new one that is above the balance counts as crossed before. */
export async function saveAlerts(
  tx: DbTransaction,
  accountId: number,
  { webhookUrl, emails, thresholds }: Pick<BalanceAlerts, 'webhookUrl' | 'emails'> & { thresholds: readonly number[] },
): Promise<void> {
  await sql`
    insert into balance_alerts (account_id, webhook_url, emails, updated_at)
    values (${accountId}, ${webhookUrl}, ${emails}::text[], app_now())
    on conflict (account_id) do update set webhook_url = excluded.webhook_url, emails = excluded.emails,
      updated_at = excluded.updated_at`.execute(tx)
  await sql`
    delete from balance_thresholds
    where account_id = ${accountId} and threshold_micros <> all(${thresholds}::bigint[])`.execute(tx)
  await sql`
    insert into balance_thresholds (account_id, threshold_micros, crossed_at)
    select account_id, threshold, case when balance_micros < threshold then app_now() end
    from balances, unnest(${thresholds}::bigint[]) threshold where account_id = ${accountId}
    on conflict do nothing`.execute(tx)
  await updateBounds(tx, accountId)
}

/** Returns the thresholds that the balance has fallen below since they were last crossed, highest first. */
export async function crossThresholds(
  tx: DbTransaction,
  accountId: number,
): Promise<{ thresholdMicros: number; balanceMicros: number }[]> {
  const { rows } = await sql<{ thresholdMicros: number; balanceMicros: number }>`
    with crossed as (
      update balance_thresholds t set crossed_at = app_now() from balances b
      where t.account_id = ${accountId} and b.account_id = ${accountId} and t.crossed_at is null
        and b.balance_micros < t.threshold_micros
      returning t.threshold_micros, b.balance_micros
    )
    select * from crossed order by threshold_micros desc`.execute(tx)
  await updateBounds(tx, accountId)
  return rows
}

/** For a balance that has risen: thresholds that it has reached can be crossed again. */
export async function rearmThresholds(tx: DbTransaction, accountId: number): Promise<void> {
  await sql`
    update balance_thresholds t set crossed_at = null from balances b
    where t.account_id = ${accountId} and b.account_id = ${accountId} and t.crossed_at is not null
      and b.balance_micros >= t.threshold_micros`.execute(tx)
  await updateBounds(tx, accountId)
}

async function updateBounds(tx: DbTransaction, accountId: number): Promise<void> {
  await sql`
    update balances set (alert_below_micros, rearm_at_micros) = (
      select max(threshold_micros) filter (where crossed_at is null),
        min(threshold_micros) filter (where crossed_at is not null)
      from balance_thresholds where account_id = ${accountId})
    where account_id = ${accountId}`.execute(tx)
}

/** `urlSha256` is the hash of the URL that must no longer be called. */
export async function removeAlertWebhook(db: Db, accountId: number, urlSha256: string): Promise<void> {
  await sql`
    update balance_alerts set webhook_url = null, updated_at = app_now()
    where account_id = ${accountId} and encode(sha256(convert_to(webhook_url, 'UTF8')), 'hex') = ${urlSha256}`.execute(
    db,
  )
}
