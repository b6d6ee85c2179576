// The SQL that creates, lists and resends deliveries.

import { sql } from 'kysely'
import type { z } from 'zod'
import type { deliveryStatus } from '#contract/events/webhooks.ts'
import { fromNow } from '#server/platform/database/app-clock.ts'
import type { Db } from '#server/platform/database/database.ts'
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

export async function insertDelivery(db: Db, accountId: number, delivery: NewDelivery): Promise<number> {
  const { messageId, kind, subject, url, receiver, hook, body } = delivery
  const { rows } = await sql<{ id: number }>`
    insert into webhook_deliveries
      (account_id, message_id, kind, subject, url, receiver, hook, body, next_attempt_at, created_at)
    values (${accountId}, ${messageId}, ${kind}, ${subject}, ${url}, ${receiver}, ${hook ?? null}, ${body},
      app_now(), app_now())
    returning id`.execute(db)
  return rows[0]!.id
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

export async function selectDeliveries(
  db: Db,
  accountId: number,
  filter: DeliveryFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select ${deliveryColumns} from webhook_deliveries where ${matching(accountId, filter)}
    order by id desc offset ${offset} limit ${limit}`.execute(db)
  return rows
}

export async function countDeliveries(db: Db, accountId: number, filter: DeliveryFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from webhook_deliveries where ${matching(accountId, filter)}`.execute(db)
  return rows[0]!.count
}

export interface DeliveryWithBody extends DeliveryRow {
  body: string
  /** The idempotency key of the last request that resent the delivery. */
  resentUnder: string | null
}

export async function findDeliveryRow(db: Db, accountId: number, id: number): Promise<DeliveryWithBody | undefined> {
  const { rows } = await sql<DeliveryWithBody>`
    select ${deliveryColumns}, body, resent_under from webhook_deliveries
    where account_id = ${accountId} and id = ${id}`.execute(db)
  return rows[0]
}

export interface AttemptRow {
  at: Timestamp
  statusCode: number | null
  error: string | null
  durationMs: number | null
  response: string | null
}

export async function selectAttempts(db: Db, accountId: number, deliveryId: number): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select at, status_code, error, duration_ms, response
    from webhook_attempts where account_id = ${accountId} and delivery_id = ${deliveryId} order by attempt`.execute(db)
  return rows
}

/** Returns undefined while an attempt is in progress. */
export async function restartDelivery(db: Db, accountId: number, id: number, requestKey: string | undefined) {
  const { rows } = await sql<DeliveryRow>`
    update webhook_deliveries
    set status = 'pending', failures = 0, next_attempt_at = app_now(), leased_until = null,
      resent_under = ${requestKey ?? null}
    where account_id = ${accountId} and id = ${id} and (leased_until is null or leased_until <= app_now())
    returning ${deliveryColumns}`.execute(db)
  return rows[0]
}

/** Returns the number of deleted rows. */
export async function deleteOldDeliveries(db: Db, keptForMs: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_deliveries where (account_id, id) in (
      select account_id, id from webhook_deliveries
      where created_at < ${fromNow(-keptForMs)} limit ${limit})`.execute(db)
  return Number(numAffectedRows)
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
export async function hasPendingDeliveries(db: Db, accountId: number, subject: string): Promise<boolean> {
  const { rows } = await sql`
    select from webhook_deliveries
    where account_id = ${accountId} and subject = ${subject} and status = 'pending' limit 1`.execute(db)
  return rows.length > 0
}

/** Deletes the deliveries about a subject with their payloads. Those that wait are no longer sent. Returns how many. */
export async function deleteDeliveriesAbout(db: Db, accountId: number, subject: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_deliveries where account_id = ${accountId} and subject = ${subject}`.execute(db)
  return Number(numAffectedRows)
}
