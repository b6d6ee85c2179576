// What the account knows about a person, as variables of a call or conversation.
import type { Db } from '#server/platform/database/database.ts'
import { phoneNumberKey } from '#server/platform/text/phone-number-forms.ts'
import { findProfile } from './store-profile.ts'

/**
 * The attributes of the contact with the address, and as `customer_name` the name that the account gave. None for an
 * address without a contact.
 */
export async function factsOfContact(
  { db, account }: { db: Db; account: { id: number } },
  address: string,
): Promise<Record<string, string>> {
  const profile = await findProfile(db, account.id, phoneNumberKey(address))
  if (!profile) return {}
  const { name, attributes } = profile
  return { ...attributes, ...(name !== null && { customer_name: name }) }
}
