// Declares the personal data in contacts. Their addresses are those by which all data of a person are found.
import { sql } from 'kysely'
import { addressKeysOf, type Person } from '#server/platform/person.ts'
import type { PersonalTable } from '#server/platform/personal-data.ts'

/** A contact that was merged into another one is deleted with it. */
const isOf = (person: Person) => sql`t.id in (
  select a.contact_id from contact_addresses a
  where a.account_id = t.account_id and a.key = any(${addressKeysOf(person)}::text[]))`

const addressesOf = sql`from contact_addresses a where a.account_id = t.account_id and a.contact_id = t.id`

const contacts: PersonalTable = {
  name: 'contacts',
  children: ['contact_addresses', 'contact_merges'],
  isOf,
  // Usernames can belong to another person later.
  finds: { addresses: sql`array(select a.address ${addressesOf} and a.kind <> 'username')` },
  erasedAs: 'contacts',
  exported: {
    name: 'persons',
    columns: sql`t.id, t.uuid, t.name, t.profile_name, t.created_at, t.last_seen_at, coalesce((
      select json_agg(json_build_object('kind', a.kind, 'address', a.address) order by a.created_at, a.key)
      ${addressesOf}), '[]') as addresses`,
  },
  retained: [
    {
      kind: 'contacts',
      isOld: (before) => sql`t.last_seen_at < ${before} and t.merged_into is null`,
      order: 'last_seen_at',
      oldest: { time: 'last_seen_at', of: sql`t.merged_into is null` },
    },
  ],
}

export const personalData = [contacts]
