// Shows the name that the account gave a person in the conversations with the person.
import type { EventPayload } from '#contract/events/events.ts'
import { namesOfContact } from '#server/features/contacts/index.ts'
import type { AppTx } from '#server/platform/context/context.ts'
import { nameCustomer } from './store-customers.ts'

/** For changed and merged contacts. */
export async function showName(
  { db }: AppTx,
  { accountId, contactId }: EventPayload<'contact.updated' | 'contact.merged'>,
): Promise<void> {
  const names = await namesOfContact({ db, account: { id: accountId } }, contactId)
  if (names && names.name !== null) await nameCustomer(db, accountId, names)
}
