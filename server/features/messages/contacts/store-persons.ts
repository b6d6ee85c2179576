// The SQL that keeps the contacts of senders apart when addresses no longer belong to one person.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { allRows } from '#server/platform/database/statements.ts'
import { phoneNumberVariants } from '#server/platform/text/phone-number-forms.ts'
import type { ContactKey } from './store-contacts.ts'

/**
 * Renames the contacts under a key of a number to the id of the person who had it, or to a key that contains the id if the
 * person has a contact of the sender under it already.
 */
export function renameContacts(
  db: Db,
  accountId: number,
  { key, formerKey }: { key: string; formerKey: string },
): Promise<(ContactKey & { conversationId: number | null })[]> {
  return allRows<ContactKey & { conversationId: number | null }>(db)`
    with renamed as (
      update chatapp_contacts c set address = ${formerKey}, customer_key = case when exists (
          select from chatapp_contacts o
          where o.account_id = c.account_id and o.sender_id = c.sender_id and o.customer_key = ${formerKey})
        then ${`${formerKey} ${key}`} else ${formerKey} end
      where c.account_id = ${accountId} and c.customer_key = ${key}
      returning c.sender_id, c.customer_key, c.conversation_id
    ), messages as (
      update chatapp_messages m set customer_key = r.customer_key from renamed r
      where m.account_id = ${accountId} and m.sender_id = r.sender_id and m.conversation_id = r.conversation_id
    )
    select sender_id, customer_key, conversation_id from renamed`
}

/** The address in a key, which can be followed by the number that the person had. */
const addressInKey = sql`split_part(customer_key, ' ', 1)`

/** Contacts under these keys are no longer written to at an address under another key, and the other way round. */
export async function resetAddresses(db: Db, accountId: number, keys: readonly string[]): Promise<void> {
  const addresses = keys.flatMap(phoneNumberVariants)
  await sql`
    update chatapp_contacts set address = ${addressInKey}
    where account_id = ${accountId}
      and (${addressInKey} = any(${keys}::text[])) <> (address = any(${addresses}::text[]))`.execute(db)
}
