// The SQL of mails.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** Returns false if there is a mail with this key. */
export async function insertMail(db: Db, key: string, sealedContent: Buffer): Promise<boolean> {
  const { rows } = await sql`
    insert into mails (key, sealed_content) values (${key}, ${sealedContent})
    on conflict (key) do nothing returning 1`.execute(db)
  return rows.length > 0
}

/** Returns undefined if the mail was sent, has failed or was deleted. */
export async function findWaitingMail(db: Db, key: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ sealedContent: Buffer }>`
    select sealed_content from mails where key = ${key} and status = 'waiting'`.execute(db)
  return rows[0]?.sealedContent
}

export async function endMail(db: Db, key: string, status: 'sent' | 'failed'): Promise<void> {
  await sql`
    update mails set status = ${status}, sealed_content = null, ended_at = app_now()
    where key = ${key} and status = 'waiting'`.execute(db)
}

export async function deleteOldMails(db: Db, days: number): Promise<void> {
  await sql`delete from mails where created_at < app_now() - make_interval(days => ${days})`.execute(db)
}
