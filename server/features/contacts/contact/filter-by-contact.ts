// Turns a contact in a filter into the values by which rows of other features name the person.
import { isE164 } from '@parley/rules'
import type { Db } from '#server/platform/database/database.ts'
import { invalidSelection } from '#server/platform/refusal.ts'
import { phoneNumberVariants } from '#server/platform/text/phone-number-forms.ts'
import { findContact } from './store-list.ts'

export interface NamesOfContact {
  /** The name that the account gave. */
  name: string | null
  /** In all equivalent forms. */
  phoneNumbers: readonly string[]
  /** Phone numbers, and ids of channels and of the account. */
  identifiers: readonly string[]
}

/** Undefined without a contact. Throws `InvalidInput` for `contact_id` if there is no such contact. */
export async function namesOfContact(
  { db, account }: { db: Db; account: { id: number } },
  contactId: number | undefined,
): Promise<NamesOfContact | undefined> {
  if (contactId === undefined) return undefined
  const contact = await findContact(db, account.id, contactId)
  if (!contact) throw invalidSelection('contact_id')
  const addresses = contact.addresses.filter(({ kind }) => kind !== 'username').map(({ address }) => address)
  const phoneNumbers = addresses.filter(isE164).flatMap(phoneNumberVariants)
  return { name: contact.name, phoneNumbers, identifiers: [...new Set([...addresses, ...phoneNumbers])] }
}
