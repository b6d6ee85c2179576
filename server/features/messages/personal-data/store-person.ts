// The SQL that finds the messages and contacts of a person.
import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { addressesOf, addressKeysOf, type Person, personOf } from '#server/platform/person.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

/** The outcome of a message is known, or has been unknown for long. */
const isOver = sql`(m.state in ('accepted', 'refused', 'received') or m.created_at < app_now() - interval '1 hour')`

/** The outcome of other messages is still looked up. */
export async function selectMessagesOf(db: Db, accountId: number, person: Person, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from chatapp_messages m
    where m.account_id = ${accountId} and m.customer_key = any(${addressKeysOf(person)}::text[]) and ${isOver}
    order by m.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** A message is being sent, or has arrived and is not stored yet. The inbox does not know accounts. */
export async function isWriting(db: Db, accountId: number, person: Person): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (
      select from chatapp_messages m
      where m.account_id = ${accountId} and m.customer_key = any(${addressKeysOf(person)}::text[]) and not ${isOver}
    ) or exists (
      select from carrier_inbox i where i.done_at is null and i.received_at > app_now() - interval '10 minutes'
        and split_part(i.subject, ' ', 2) = any(${addressesOf(person)}::text[])
    ) as is`.execute(db)
  return rows[0]!.is
}

export async function findAddresses(db: Db, accountId: number, person: Person): Promise<Person> {
  const { rows } = await sql<{ customerKey: string; address: string }>`
    select c.customer_key, c.address from chatapp_contacts c
    where c.account_id = ${accountId} and (c.customer_key = any(${addressKeysOf(person)}::text[])
      or c.address = any(${addressesOf(person)}::text[])) limit 1000`.execute(db)
  return personOf(rows.flatMap(({ customerKey, address }) => [customerKey, address]))
}

export interface DeletedContact {
  address: string
  optedOutBy: 'customer' | 'carrier' | null
  marketingOptedOutAt: Timestamp | null
}

export async function deleteContactsOf(
  tx: DbTransaction,
  accountId: number,
  person: Person,
): Promise<DeletedContact[]> {
  const { rows } = await sql<DeletedContact>`
    delete from chatapp_contacts c
    where c.account_id = ${accountId} and (c.customer_key = any(${addressKeysOf(person)}::text[])
      or c.address = any(${addressesOf(person)}::text[]))
    returning c.address, c.opted_out_by, c.marketing_opted_out_at`.execute(tx)
  return rows
}
