// The SQL of the inbox: what the carrier told us, each thing once, until it is worked off.
import { sql } from 'kysely'
import { jobCall } from '#server/platform/context/add-job.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import { inboxWork } from './inbox-job.ts'

export interface NewInboxEntry {
  provider: string
  accountSid: string
  sid: string
  event: string
  subject: string
  news: object
  /** When the carrier received it, if that was a while ago. */
  sentAt?: Date | undefined
}

/** A database, or a transaction in it. */
export interface InboxPlace {
  db: Db
  now(): Date
  notifyWorkers(afterMs: number): void
}

/** With the job that works it off, in a single statement; nothing when it was told before. */
export async function insertInboxEntry({ db, now, notifyWorkers }: InboxPlace, entry: NewInboxEntry): Promise<void> {
  await sql`
    with entry as (
      insert into carrier_inbox (provider, account_sid, sid, event, subject, news, received_at)
      values (${entry.provider}, ${entry.accountSid}, ${entry.sid}, ${entry.event}, ${entry.subject},
        ${JSON.stringify(entry.news)}::json, least(${entry.sentAt ?? null}::timestamptz, app_now()))
      on conflict (provider, account_sid, sid, event) do nothing
      returning id
    )
    select ${jobCall({ now }, inboxWork(entry.subject))} from entry`.execute(db)
  notifyWorkers(0)
}

export interface InboxEntry<N> {
  id: number
  accountSid: string
  news: N
  receivedAt: Timestamp
  /** Nothing more waits; what comes now has a job of its own. */
  isLast: boolean
}

/** The oldest that is to be worked off; its lock keeps others from it until the transaction ends. */
export async function takeInboxEntry<N>(tx: Db, subject: string): Promise<InboxEntry<N> | undefined> {
  const { rows } = await sql<InboxEntry<N>>`
    update carrier_inbox i set done_at = app_now()
    where id = (
      select id from carrier_inbox where subject = ${subject} and done_at is null order by id limit 1 for update)
    returning id, account_sid as "accountSid", news, received_at as "receivedAt", not exists (
      select from carrier_inbox o where o.subject = ${subject} and o.done_at is null and o.id <> i.id) as "isLast"`.execute(
    tx,
  )
  return rows[0]
}

/** It is about another subject than its address said; that one's work comes upon it again. */
export async function passEntryOn(tx: Db, id: number, subject: string): Promise<void> {
  await sql`update carrier_inbox set subject = ${subject}, done_at = null where id = ${id}`.execute(tx)
}

/** Subjects with entries that nobody has worked off, although a job should have long ago. */
export async function selectForgottenSubjects(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select distinct subject from carrier_inbox
    where done_at is null and received_at < app_now() - interval '10 minutes' limit ${limit}`.execute(db)
  return rows.map(({ subject }) => subject)
}

/** Longer than any carrier repeats itself. */
export async function forgetInbox(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from carrier_inbox where id in (
      select id from carrier_inbox
      where received_at < app_now() - interval '14 days' and done_at is not null limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
