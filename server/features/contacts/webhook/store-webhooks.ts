// The SQL of the webhooks for contacts.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { firstValue } from '#server/platform/database/statements.ts'

export function findContactWebhook(db: Db, accountId: number): Promise<string | undefined> {
  return firstValue<string>(db)`select url from contact_webhooks where account_id = ${accountId}`
}

export async function saveContactWebhook(db: Db, accountId: number, url: string): Promise<void> {
  await sql`
    insert into contact_webhooks (account_id, url) values (${accountId}, ${url})
    on conflict (account_id) do update set url = excluded.url`.execute(db)
}

/** `urlSha256` deletes it only if it has this URL still. */
export async function deleteContactWebhook(db: Db, accountId: number, urlSha256?: string): Promise<void> {
  await sql`
    delete from contact_webhooks where account_id = ${accountId}
      and (${urlSha256 ?? null}::text is null or encode(sha256(convert_to(url, 'UTF8')), 'hex') = ${urlSha256 ?? null})`.execute(
    db,
  )
}
