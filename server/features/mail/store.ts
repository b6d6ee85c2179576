// The SQL of mails.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { firstValue, hasRows } from '#server/platform/database/statements.ts'

/** Returns false if there is a mail with this key. */
export function insertMail(db: Db, key: string, sealedContent: Buffer): Promise<boolean> {
  return hasRows(db)`
    insert into mails (key, sealed_content) values (${key}, ${sealedContent})
    on conflict (key) do nothing returning 1`
}

export type MailStatus = 'waiting' | 'sent' | 'failed'

/** By key, without keys that do not exist. */
export async function selectStatuses(db: Db, keys: readonly string[]): Promise<ReadonlyMap<string, MailStatus>> {
  const { rows } = await sql<{ key: string; status: MailStatus }>`
    select key, status from mails where key = any(${keys}::text[])`.execute(db)
  return new Map(rows.map(({ key, status }) => [key, status]))
}

/** Returns undefined if the mail was sent, has failed or was deleted. */
export function findWaitingMail(db: Db, key: string): Promise<Buffer | undefined> {
  return firstValue<Buffer>(db)`
    select sealed_content from mails where key = ${key} and status = 'waiting'`
}

export async function endMail(db: Db, key: string, status: 'sent' | 'failed'): Promise<void> {
  await sql`
    update mails set status = ${status}, sealed_content = null, ended_at = app_now()
    where key = ${key} and status = 'waiting'`.execute(db)
}

export async function deleteOldMails(db: Db, days: number): Promise<void> {
  await sql`delete from mails where created_at < app_now() - make_interval(days => ${days})`.execute(db)
}
