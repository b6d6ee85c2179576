// Declares the personal data in contacts. Their addresses are those by which all data of a person are found.
import { sql } from 'kysely'
import { addressKeysOf, type Person } from '#server/platform/person.ts'
import type { PersonalTable } from '#server/platform/personal-data.ts'

/** Names a contact by its id, because it can have no address. */
export const identifierOf = (contactId: number): string => `contact:${contactId}`

export const isContactIdentifier = (identifier: string): boolean => /^contact:\d+$/.test(identifier)

const contactIdentifier = sql`'contact:' || t.id`

/** A contact that was merged into another one is deleted with it. */
const isOf = (person: Person) => sql`(t.id in (
  select a.contact_id from contact_addresses a
  where a.account_id = t.account_id and a.key = any(${addressKeysOf(person)}::text[]))
  or ${contactIdentifier} = any(${person.identifiers}::text[]))`

const addressesOf = sql`from contact_addresses a where a.account_id = t.account_id and a.contact_id = t.id`

const contacts: PersonalTable = {
  name: 'contacts',
  children: ['contact_addresses', 'contact_merges', 'contact_notes'],
  isOf,
  // Usernames can belong to another person later.
  finds: { addresses: sql`array(select a.address ${addressesOf} and a.kind <> 'username')` },
  erasedAs: 'contacts',
  exported: {
    name: 'persons',
    columns: sql`t.id, t.name, t.profile_name, t.attributes, t.labels, t.created_at, t.last_seen_at, coalesce((
      select json_agg(json_build_object('kind', a.kind, 'address', a.address) order by a.created_at, a.key)
      ${addressesOf}), '[]') as addresses, coalesce((
      select json_agg(json_build_object('author', n.author, 'text', n.text, 'created_at', n.created_at) order by n.id)
      from contact_notes n where n.account_id = t.account_id and n.contact_id = t.id), '[]') as notes`,
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
