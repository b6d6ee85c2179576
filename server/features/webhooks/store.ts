// The SQL that creates, lists and resends deliveries.

import { sql } from 'kysely'
import type { z } from 'zod'
import type { deliveryStatus } from '#contract/events/webhooks.ts'
import { fromNow } from '#server/platform/database/app-clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, countChanges, firstRow, hasRows, oneValue } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export type DeliveryStatus = z.infer<typeof deliveryStatus>

export interface DeliveryRow {
  id: number
  messageId: string
  kind: string
  subject: string
  url: string
  status: DeliveryStatus
  attempts: number
  lastStatusCode: number | null
  lastError: string | null
  nextAttemptAt: Timestamp | null
  createdAt: Timestamp
  deliveredAt: Timestamp | null
}

const deliveryColumns = sql`id, message_id, kind, subject, url, status, attempts, last_status_code, last_error,
  next_attempt_at, created_at, delivered_at`

export interface NewDelivery {
  messageId: string
  kind: string
  subject: string
  url: string
  receiver: string
  hook: string | undefined
  body: string
}

export function insertDelivery(db: Db, accountId: number, delivery: NewDelivery): Promise<number> {
  const { messageId, kind, subject, url, receiver, hook, body } = delivery
  return oneValue<number>(db)`
    insert into webhook_deliveries
      (account_id, message_id, kind, subject, url, receiver, hook, body, next_attempt_at, created_at)
    values (${accountId}, ${messageId}, ${kind}, ${subject}, ${url}, ${receiver}, ${hook ?? null}, ${body},
      app_now(), app_now())
    returning id`
}

export interface DeliveryFilter {
  status?: DeliveryStatus
  kind?: string
  subject?: string
}

function matching(accountId: number, { status, kind, subject }: DeliveryFilter) {
  return sql`account_id = ${accountId}
    and (${status ?? null}::text is null or status = ${status ?? null})
    and (${kind ?? null}::text is null or kind = ${kind ?? null})
    and (${subject ?? null}::text is null or subject = ${subject ?? null})`
}

export function selectDeliveries(
  db: Db,
  accountId: number,
  filter: DeliveryFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<DeliveryRow[]> {
  return allRows<DeliveryRow>(db)`
    select ${deliveryColumns} from webhook_deliveries where ${matching(accountId, filter)}
    order by id desc offset ${offset} limit ${limit}`
}

export function countDeliveries(db: Db, accountId: number, filter: DeliveryFilter): Promise<number> {
  return oneValue<number>(db)`
    select count(*) from webhook_deliveries where ${matching(accountId, filter)}`
}

export interface DeliveryWithBody extends DeliveryRow {
  body: string
  /** The idempotency key of the last request that resent the delivery. */
  resentUnder: string | null
}

export function findDeliveryRow(db: Db, accountId: number, id: number): Promise<DeliveryWithBody | undefined> {
  return firstRow<DeliveryWithBody>(db)`
    select ${deliveryColumns}, body, resent_under from webhook_deliveries
    where account_id = ${accountId} and id = ${id}`
}

export interface AttemptRow {
  at: Timestamp
  statusCode: number | null
  error: string | null
  durationMs: number | null
  response: string | null
}

export function selectAttempts(db: Db, accountId: number, deliveryId: number): Promise<AttemptRow[]> {
  return allRows<AttemptRow>(db)`
    select at, status_code, error, duration_ms, response
    from webhook_attempts where account_id = ${accountId} and delivery_id = ${deliveryId} order by attempt`
}

/** Returns undefined while an attempt is in progress. */
export function restartDelivery(db: Db, accountId: number, id: number, requestKey: string | undefined) {
  return firstRow<DeliveryRow>(db)`
    update webhook_deliveries
    set status = 'pending', failures = 0, next_attempt_at = app_now(), leased_until = null,
      resent_under = ${requestKey ?? null}
    where account_id = ${accountId} and id = ${id} and (leased_until is null or leased_until <= app_now())
    returning ${deliveryColumns}`
}

/** Returns the number of deleted rows. */
export function deleteOldDeliveries(db: Db, keptForMs: number, limit: number): Promise<number> {
  return countChanges(db)`
    delete from webhook_deliveries where (account_id, id) in (
      select account_id, id from webhook_deliveries
      where created_at < ${fromNow(-keptForMs)} limit ${limit})`
}

export interface WebhookResponse {
  subject: string
  status: DeliveryStatus
  statusCode: number | null
  error: string | null
  /** The beginning of the body. */
  response: string | null
  at: Timestamp
}

/** Returns the latest attempt of the newest delivery about each subject. */
export async function selectLatestResponses(
  db: Db,
  accountId: number,
  subjects: readonly string[],
): Promise<Map<string, WebhookResponse>> {
  const { rows } = await sql<WebhookResponse>`
    select distinct on (d.subject) d.subject, d.status, a.status_code, a.error, a.response, a.at
    from webhook_deliveries d
    join webhook_attempts a on a.account_id = d.account_id and a.delivery_id = d.id
    where d.account_id = ${accountId} and d.subject = any(${subjects}::text[])
      and (a.duration_ms is not null or a.error is not null)
    order by d.subject, d.id desc, a.attempt desc`.execute(db)
  return new Map(rows.map((row) => [row.subject, row]))
}

/** Whether a delivery about the subject waits or is being sent. */
export function hasPendingDeliveries(db: Db, accountId: number, subject: string): Promise<boolean> {
  return hasRows(db)`
    select from webhook_deliveries
    where account_id = ${accountId} and subject = ${subject} and status = 'pending' limit 1`
}

/** Deletes the deliveries about a subject with their payloads. Those that wait are no longer sent. Returns how many. */
export function deleteDeliveriesAbout(db: Db, accountId: number, subject: string): Promise<number> {
  return countChanges(db)`
    delete from webhook_deliveries where account_id = ${accountId} and subject = ${subject}`
}
