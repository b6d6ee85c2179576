// The SQL that changes what the account says about a person.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { firstRow } from '#server/platform/database/statements.ts'
import type { Profile } from './contact.ts'

/** By the key of an address that a call or conversation has. */
export function findProfile(
  db: Db,
  accountId: number,
  key: string,
): Promise<Pick<Profile, 'name' | 'attributes'> | undefined> {
  return firstRow<Pick<Profile, 'name' | 'attributes'>>(db)`
    select c.name, c.attributes from contact_addresses a
    join contacts c on c.account_id = a.account_id and c.id = a.contact_id
    where a.account_id = ${accountId} and a.key = ${key} and a.kind in ('phone', 'channel_user', 'external')
    order by a.kind limit 1`
}

/** The contact is locked. */
export async function updateProfile(
  db: Db,
  accountId: number,
  id: number,
  { name, attributes, labels }: Profile,
): Promise<void> {
  await sql`
    update contacts set name = ${name}, attributes = ${JSON.stringify(attributes)}::jsonb, labels = ${labels}::text[],
      updated_at = app_now()
    where account_id = ${accountId} and id = ${id}`.execute(db)
}
