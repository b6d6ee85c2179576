// The SQL of sending: whose turn it is, who is under way, and how an attempt ended.
import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

/** Attempts under way at once: so many that a receiver is kept busy, so few that none takes all there is. */
const perReceiver = 4
const perAccount = 24

/** Held until the transaction ends: what one account sends is decided by one at a time, so that no turn is lost. */
export async function lockSending(tx: DbTransaction, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('webhooks'), hashint8(${accountId}))`.execute(tx)
}

const isDue = (now: Date) => sql`d.status = 'pending' and d.next_attempt_at <= ${now}
  and (d.leased_until is null or d.leased_until <= ${now})`

/** Nothing of its subject is under way, and nothing earlier of it is still to go to the same address. */
const isItsTurn = (now: Date) => sql`not exists (
  select from webhook_deliveries o
  where o.account_id = d.account_id and o.subject = d.subject and o.id <> d.id and o.status = 'pending'
    and (o.leased_until > ${now} or (o.url = d.url and o.id < d.id)))`

const underWayAtReceiver = (now: Date) => sql`(select count(*) from webhook_deliveries o
  where o.account_id = d.account_id and o.receiver = d.receiver and o.leased_until > ${now})`

const underWayInAccount = (accountId: number, now: Date) => sql`(select count(*) from webhook_deliveries o
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
  { now, leasedUntil }: { now: Date; leasedUntil: Date },
): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update webhook_deliveries d set leased_until = ${leasedUntil}, attempts = d.attempts + 1
    where d.account_id = ${accountId} and d.id = ${id} and ${isDue(now)} and ${isItsTurn(now)}
      and ${underWayAtReceiver(now)} < ${perReceiver} and ${underWayInAccount(accountId, now)} < ${perAccount}
    returning id, message_id as "messageId", subject, url, receiver, hook, body, attempts as attempt, failures`.execute(
    tx,
  )
  return rows[0]
}

/** When a delivery that is still to be sent can be tried; undefined when it is settled. */
export async function findNextTry(db: Db, accountId: number, id: number): Promise<Timestamp | undefined> {
  const { rows } = await sql<{ at: Timestamp }>`
    select greatest(next_attempt_at, leased_until) as at from webhook_deliveries
    where account_id = ${accountId} and id = ${id} and status = 'pending'`.execute(db)
  return rows[0]?.at
}

/** What came before without an end was broken off with its process. */
export async function insertAttempt(
  tx: DbTransaction,
  accountId: number,
  deliveryId: number,
  { attempt, at }: { attempt: number; at: Date },
): Promise<void> {
  await sql`
    with broken as (
      update webhook_attempts set error = 'The attempt was broken off before its end was known.'
      where account_id = ${accountId} and delivery_id = ${deliveryId} and duration_ms is null and error is null
    )
    insert into webhook_attempts (account_id, delivery_id, attempt, at)
    values (${accountId}, ${deliveryId}, ${attempt}, ${at})`.execute(tx)
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
  now: Date
  status: 'pending' | 'delivered' | 'failed'
  /** Of a pending one. */
  nextAttemptAt: Date | null
}

/** False when another attempt has begun since: the end of the newer one counts. */
export async function settleDelivery(
  tx: DbTransaction,
  accountId: number,
  id: number,
  attempt: number,
  { statusCode, error, now, status, nextAttemptAt }: Settlement,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update webhook_deliveries
    set status = ${status}, next_attempt_at = ${nextAttemptAt}, leased_until = null,
      failures = case when ${status} = 'delivered' then 0 else failures + 1 end,
      last_status_code = ${statusCode}, last_error = ${error},
      delivered_at = case when ${status} = 'delivered' then ${now}::timestamptz else delivered_at end
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
  { subject, receiver, now }: { subject: string; receiver: string; now: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    (select distinct on (d.url) d.id from webhook_deliveries d
      where d.account_id = ${accountId} and d.subject = ${subject} and ${isDue(now)} order by d.url, d.id)
    union
    (select d.id from webhook_deliveries d
      where d.account_id = ${accountId} and d.receiver = ${receiver} and ${isDue(now)} and ${isItsTurn(now)}
      order by d.next_attempt_at, d.id limit 1)
    union
    (select d.id from webhook_deliveries d
      where d.account_id = ${accountId} and ${underWayInAccount(accountId, now)} >= ${perAccount - 1}
        and ${isDue(now)} and ${isItsTurn(now)} and ${underWayAtReceiver(now)} < ${perReceiver}
      order by d.next_attempt_at, d.id limit 1)`.execute(tx)
  return rows.map(({ id }) => id)
}

/** One delivery of each receiver that is long due and that nobody tries. */
export async function selectOverdue(
  db: Db,
  { now, dueBefore, limit }: { now: Date; dueBefore: Date; limit: number },
): Promise<{ accountId: number; deliveryId: number }[]> {
  const { rows } = await sql<{ accountId: number; deliveryId: number }>`
    select distinct on (d.account_id, d.receiver) d.account_id as "accountId", d.id as "deliveryId"
    from webhook_deliveries d
    where ${isDue(dueBefore)} and (d.leased_until is null or d.leased_until <= ${now}) and ${isItsTurn(now)}
    order by d.account_id, d.receiver, d.next_attempt_at, d.id limit ${limit}`.execute(db)
  return rows
}

/** A job that is no longer needed; one that runs already is left to find nothing to do. */
export async function removeJob(tx: DbTransaction, key: string): Promise<void> {
  await sql`select drop_job(${key})`.execute(tx)
}
