// The SQL of the inbox, which stores each callback of the carrier once until a job processes it.
import { sql } from 'kysely'
import { jobCall } from '#server/platform/context/add-job.ts'
import type { Db } from '#server/platform/database/database.ts'
import { allValues, firstRow } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { InboundMessage, StatusUpdate } from '#server/ports/carrier.ts'
import { inboxWork } from './inbox-job.ts'

interface InboxContext {
  db: Db
  now(): Date
  notifyWorkers(afterMs: number): void
}

/** `sentAt` is when the carrier received the message; required if that was a while ago. */
export function storeInboundMessage(context: InboxContext, message: InboundMessage, sentAt?: Date): Promise<void> {
  const subject = `${message.carrierAccountId} ${message.from} > ${message.to}`
  return insertInboxEntry(context, { event: 'message', subject, payload: message, sentAt })
}

export function storeStatusUpdate(context: InboxContext, messageUuid: string, update: StatusUpdate): Promise<void> {
  return insertInboxEntry(context, { event: `status:${update.status}`, subject: messageUuid, payload: update })
}

interface NewInboxEntry {
  event: string
  subject: string
  payload: InboundMessage | StatusUpdate
  sentAt?: Date | undefined
}

/** Adds the job in the same statement. Does nothing if the inbox already has the entry. */
async function insertInboxEntry({ db, now, notifyWorkers }: InboxContext, entry: NewInboxEntry): Promise<void> {
  const { event, subject, payload, sentAt = null } = entry
  await sql`
    with entry as (
      insert into carrier_inbox (carrier_account_id, external_id, event, subject, news, received_at)
      values (${payload.carrierAccountId}, ${payload.externalId}, ${event}, ${subject}, ${JSON.stringify(payload)}::json,
        least(${sentAt}::timestamptz, app_now()))
      on conflict (carrier_account_id, external_id, event) do nothing
      returning id
    )
    select ${jobCall({ now }, inboxWork(subject))} from entry`.execute(db)
  notifyWorkers(0)
}

export interface InboxEntry<P> {
  id: number
  carrierAccountId: string
  payload: P
  receivedAt: Timestamp
  /** The subject has no other entries. Later entries add a job of their own. */
  isLast: boolean
}

/** Takes the oldest unprocessed entry of the subject and locks it until the transaction ends. */
export function takeInboxEntry<P>(tx: Db, subject: string): Promise<InboxEntry<P> | undefined> {
  return firstRow<InboxEntry<P>>(tx)`
    update carrier_inbox i set done_at = app_now()
    where id = (
      select id from carrier_inbox where subject = ${subject} and done_at is null order by id limit 1 for update)
    returning id, carrier_account_id, news as payload, received_at, not exists (
      select from carrier_inbox o where o.subject = ${subject} and o.done_at is null and o.id <> i.id) as is_last`
}

/** Makes a taken entry an unprocessed entry of another subject. */
export async function reassignInboxEntry(tx: Db, id: number, subject: string): Promise<void> {
  await sql`update carrier_inbox set subject = ${subject}, done_at = null where id = ${id}`.execute(tx)
}

/** Returns subjects with entries that should have been processed long ago. */
export function selectOverdueSubjects(db: Db, limit: number): Promise<string[]> {
  return allValues<string>(db)`
    select distinct subject from carrier_inbox
    where done_at is null and received_at < app_now() - interval '10 minutes' limit ${limit}`
}

/** Deletes entries that are too old for the carrier to send them again, and returns how many. */
export async function deleteOldInboxEntries(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from carrier_inbox where id in (
      select id from carrier_inbox
      where received_at < app_now() - interval '14 days' and done_at is not null limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
