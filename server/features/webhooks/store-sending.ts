// The SQL of sending: claims the next delivery under a lease, and records attempts and their results.
import { type RawBuilder, sql } from 'kysely'
import { fromNow } from '#server/platform/database/app-clock.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { allRows, allValues, changesOne, firstRow, firstValue } from '#server/platform/database/statements.ts'

/** Concurrent attempts: enough to keep a receiver busy, few enough that one account cannot use all workers. */
const perReceiver = 4
const perAccount = 24

/** Serializes the decisions about one account's deliveries until the transaction ends. */
export async function lockSending(tx: DbTransaction, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('webhooks'), hashint8(${accountId}))`.execute(tx)
}

// PostgreSQL evaluates a subselect once per statement, not once per row.
const now = sql`(select app_now())`

const dueAt = (at: RawBuilder<unknown>) => sql`d.status = 'pending' and d.next_attempt_at <= ${at}
  and (d.leased_until is null or d.leased_until <= ${at})`

const isDue = dueAt(now)

/** No attempt is in progress for the subject, and no earlier delivery about it to the same URL is pending. */
const isItsTurn = sql`not exists (
  select from webhook_deliveries o
  where o.account_id = d.account_id and o.subject = d.subject and o.id <> d.id and o.status = 'pending'
    and (o.leased_until > ${now} or (o.url = d.url and o.id < d.id)))`

const runningAtReceiver = sql`(select count(*) from webhook_deliveries o
  where o.account_id = d.account_id and o.receiver = d.receiver and o.leased_until > ${now})`

const runningInAccount = (accountId: number) => sql`(select count(*) from webhook_deliveries o
  where o.account_id = ${accountId} and o.leased_until > ${now})`

export interface ClaimedDelivery {
  id: number
  messageId: string
  subject: string
  url: string
  receiver: string
  hook: string | null
  body: string
  /** The number of this attempt. */
  attempt: number
  failures: number
}

/**
 * Begins an attempt, and marks an earlier one without a result as interrupted. Returns undefined if the delivery is not
 * due, another goes first, or too many attempts are in progress.
 */
export function claimDelivery(tx: DbTransaction, accountId: number, id: number, leaseMs: number) {
  return firstRow<ClaimedDelivery>(tx)`
    with claimed as (
      update webhook_deliveries d set leased_until = ${fromNow(leaseMs)}, attempts = d.attempts + 1
      where d.account_id = ${accountId} and d.id = ${id} and ${isDue} and ${isItsTurn}
        and ${runningAtReceiver} < ${perReceiver} and ${runningInAccount(accountId)} < ${perAccount}
      returning id, message_id, subject, url, receiver, hook, body, attempts as attempt, failures
    ), interrupted as (
      update webhook_attempts a set error = 'The attempt was interrupted; its outcome is unknown.'
      from claimed c
      where a.account_id = ${accountId} and a.delivery_id = c.id and a.duration_ms is null and a.error is null
    ), begun as (
      insert into webhook_attempts (account_id, delivery_id, attempt, at)
      select ${accountId}, id, attempt, app_now() from claimed
    )
    select * from claimed`
}

/** Returns the time until a pending delivery can be attempted, or undefined if it is settled. */
export function findWaitMs(db: Db, accountId: number, id: number): Promise<number | undefined> {
  return firstValue<number>(db)`
    select extract(epoch from greatest(next_attempt_at, leased_until) - app_now())::float8 * 1000 as wait_ms
    from webhook_deliveries
    where account_id = ${accountId} and id = ${id} and status = 'pending'`
}

export interface AttemptResult {
  statusCode: number | null
  error: string | null
  durationMs: number
  response: string | null
}

export interface Settlement extends AttemptResult {
  status: 'pending' | 'delivered' | 'failed'
  /** Time until the next attempt of a pending delivery. */
  delayMs: number | undefined
}

/** Records the result of the attempt. Returns false if the delivery has a newer attempt, whose result counts. */
export function settleDelivery(
  tx: DbTransaction,
  accountId: number,
  id: number,
  attempt: number,
  { statusCode, error, durationMs, response, status, delayMs }: Settlement,
): Promise<boolean> {
  return changesOne(tx)`
    with finished as (
      update webhook_attempts set status_code = ${statusCode}, error = ${error}, duration_ms = ${durationMs},
        response = ${response}
      where account_id = ${accountId} and delivery_id = ${id} and attempt = ${attempt}
    )
    update webhook_deliveries
    set status = ${status}, next_attempt_at = ${delayMs === undefined ? null : fromNow(delayMs)}, leased_until = null,
      failures = case when ${status} = 'delivered' then 0 else failures + 1 end,
      last_status_code = ${statusCode}, last_error = ${error},
      delivered_at = case when ${status} = 'delivered' then app_now() else delivered_at end
    where account_id = ${accountId} and id = ${id} and attempts = ${attempt} and status = 'pending'`
}

/**
 * Returns the deliveries that can be attempted after another attempt has ended: the next of its subject for each URL,
 * as many of its receiver as it has free places, and, if the account was at its limit, one that the limit delayed.
 */
export function selectNextInTurn(
  tx: DbTransaction,
  accountId: number,
  { subject, receiver }: { subject: string; receiver: string },
): Promise<number[]> {
  return allValues<number>(tx)`
    (select distinct on (d.url) d.id from webhook_deliveries d
      where d.account_id = ${accountId} and d.subject = ${subject} and ${isDue} order by d.url, d.id)
    union
    (select d.id from webhook_deliveries d
      where d.account_id = ${accountId} and d.receiver = ${receiver} and ${isDue} and ${isItsTurn}
      order by d.next_attempt_at, d.id
      limit greatest(0, ${perReceiver} - (select count(*) from webhook_deliveries o
        where o.account_id = ${accountId} and o.receiver = ${receiver} and o.leased_until > ${now})))
    union
    (select d.id from webhook_deliveries d
      where d.account_id = ${accountId} and ${runningInAccount(accountId)} >= ${perAccount - 1}
        and ${isDue} and ${isItsTurn} and ${runningAtReceiver} < ${perReceiver}
      order by d.next_attempt_at, d.id limit 1)`
}

/** Returns one delivery per receiver that is overdue and not being attempted. */
export function selectOverdue(db: Db, { overdueMs, limit }: { overdueMs: number; limit: number }) {
  return allRows<{ accountId: number; deliveryId: number }>(db)`
    select distinct on (d.account_id, d.receiver) d.account_id, d.id as delivery_id
    from webhook_deliveries d
    where ${dueAt(sql`(select ${fromNow(-overdueMs)})`)} and ${isItsTurn}
    order by d.account_id, d.receiver, d.next_attempt_at, d.id limit ${limit}`
}
