// The SQL that changes what the account says about a person.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Profile } from './contact.ts'

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
