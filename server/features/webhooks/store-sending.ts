// The SQL of sending: whose turn it is, who is under way, and how an attempt ended.
import { type RawBuilder, sql } from 'kysely'
import { fromNow } from '#server/platform/database/app-clock.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

/** Attempts under way at once: so many that a receiver is kept busy, so few that none takes all there is. */
const perReceiver = 4
const perAccount = 24

/** Held until the transaction ends: what one account sends is decided by one at a time, so that no turn is lost. */
export async function lockSending(tx: DbTransaction, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('webhooks'), hashint8(${accountId}))`.execute(tx)
}

// A subselect is evaluated once in a statement, not for every row.
const now = sql`(select app_now())`

const dueAt = (at: RawBuilder<unknown>) => sql`d.status = 'pending' and d.next_attempt_at <= ${at}
  and (d.leased_until is null or d.leased_until <= ${at})`

const isDue = dueAt(now)

/** Nothing of its subject is under way, and nothing earlier of it is still to go to the same address. */
const isItsTurn = sql`not exists (
  select from webhook_deliveries o
  where o.account_id = d.account_id and o.subject = d.subject and o.id <> d.id and o.status = 'pending'
    and (o.leased_until > ${now} or (o.url = d.url and o.id < d.id)))`

const underWayAtReceiver = sql`(select count(*) from webhook_deliveries o
  where o.account_id = d.account_id and o.receiver = d.receiver and o.leased_until > ${now})`

const underWayInAccount = (accountId: number) => sql`(select count(*) from webhook_deliveries o
  where o.account_id = ${accountId} and o.leased_until > ${now})`

export interface Claimed {
  id: number
  messageId: string
  subject: string
  url: string
  receiver: string
  hook: string | null
  body: string
  /** The number by which the attempt settles. */
  attempt: number
  failures: number
}

/** Begins an attempt; undefined when it is not due, not its turn, or too much is under way. */
export async function claimDelivery(
  tx: DbTransaction,
  accountId: number,
  id: number,
  leaseMs: number,
): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update webhook_deliveries d set leased_until = ${fromNow(leaseMs)}, attempts = d.attempts + 1
    where d.account_id = ${accountId} and d.id = ${id} and ${isDue} and ${isItsTurn}
      and ${underWayAtReceiver} < ${perReceiver} and ${underWayInAccount(accountId)} < ${perAccount}
    returning id, message_id as "messageId", subject, url, receiver, hook, body, attempts as attempt, failures`.execute(
    tx,
  )
  return rows[0]
}

/** How long until a pending delivery can be tried; undefined if it is settled. */
export async function findWaitMs(db: Db, accountId: number, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ waitMs: number }>`
    select extract(epoch from greatest(next_attempt_at, leased_until) - app_now())::float8 * 1000 as "waitMs"
    from webhook_deliveries
    where account_id = ${accountId} and id = ${id} and status = 'pending'`.execute(db)
  return rows[0]?.waitMs
}

/** What came before without an end was broken off with its process. */
export async function insertAttempt(
  tx: DbTransaction,
  accountId: number,
  deliveryId: number,
  attempt: number,
): Promise<void> {
  await sql`
    with broken as (
      update webhook_attempts set error = 'The attempt was broken off before its end was known.'
      where account_id = ${accountId} and delivery_id = ${deliveryId} and duration_ms is null and error is null
    )
    insert into webhook_attempts (account_id, delivery_id, attempt, at)
    values (${accountId}, ${deliveryId}, ${attempt}, app_now())`.execute(tx)
}

export interface AttemptEnd {
  statusCode: number | null
  error: string | null
  durationMs: number
  response: string | null
}

export async function finishAttempt(
  tx: DbTransaction,
  accountId: number,
  deliveryId: number,
  attempt: number,
  end: AttemptEnd,
): Promise<void> {
  await sql`
    update webhook_attempts set status_code = ${end.statusCode}, error = ${end.error}, duration_ms = ${end.durationMs},
      response = ${end.response}
    where account_id = ${accountId} and delivery_id = ${deliveryId} and attempt = ${attempt}`.execute(tx)
}

export interface Settlement {
  statusCode: number | null
  error: string | null
  status: 'pending' | 'delivered' | 'failed'
  /** Until the next attempt, if it is pending. */
  delayMs: number | undefined
}

/** False when another attempt has begun since: the end of the newer one counts. */
export async function settleDelivery(
  tx: DbTransaction,
  accountId: number,
  id: number,
  attempt: number,
  { statusCode, error, status, delayMs }: Settlement,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update webhook_deliveries
    set status = ${status}, next_attempt_at = ${delayMs === undefined ? null : fromNow(delayMs)}, leased_until = null,
      failures = case when ${status} = 'delivered' then 0 else failures + 1 end,
      last_status_code = ${statusCode}, last_error = ${error},
      delivered_at = case when ${status} = 'delivered' then app_now() else delivered_at end
    where account_id = ${accountId} and id = ${id} and attempts = ${attempt} and status = 'pending'`.execute(tx)
  return numAffectedRows === 1n
}

/**
 * Who may be tried now that an attempt has ended: its subject's next to each address, its receiver's next, and, when
 * the account was at its limit, whoever waited for that.
 */
export async function selectNextInTurn(
  tx: DbTransaction,
  accountId: number,
  { subject, receiver }: { subject: string; receiver: string },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    (select distinct on (d.url) d.id from webhook_deliveries d
      where d.account_id = ${accountId} and d.subject = ${subject} and ${isDue} order by d.url, d.id)
    union
    (select d.id from webhook_deliveries d
      where d.account_id = ${accountId} and d.receiver = ${receiver} and ${isDue} and ${isItsTurn}
      order by d.next_attempt_at, d.id limit 1)
    union
    (select d.id from webhook_deliveries d
      where d.account_id = ${accountId} and ${underWayInAccount(accountId)} >= ${perAccount - 1}
        and ${isDue} and ${isItsTurn} and ${underWayAtReceiver} < ${perReceiver}
      order by d.next_attempt_at, d.id limit 1)`.execute(tx)
  return rows.map(({ id }) => id)
}

/** One delivery of each receiver that is long due and that nobody tries. */
export async function selectOverdue(
  db: Db,
  { overdueMs, limit }: { overdueMs: number; limit: number },
): Promise<{ accountId: number; deliveryId: number }[]> {
  const { rows } = await sql<{ accountId: number; deliveryId: number }>`
    select distinct on (d.account_id, d.receiver) d.account_id as "accountId", d.id as "deliveryId"
    from webhook_deliveries d
    where ${dueAt(sql`(select ${fromNow(-overdueMs)})`)} and ${isItsTurn}
    order by d.account_id, d.receiver, d.next_attempt_at, d.id limit ${limit}`.execute(db)
  return rows
}

/** A job that is no longer needed; one that runs already is left to find nothing to do. */
export async function removeJob(tx: DbTransaction, key: string): Promise<void> {
  await sql`select drop_job(${key})`.execute(tx)
}
