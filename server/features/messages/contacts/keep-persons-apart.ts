// Keeps the rows of people apart whose addresses do not belong together any longer.
import type { EventPayload } from '#contract/events/events.ts'
import { renameCustomer } from '#server/features/conversations/index.ts'
import type { AppTx } from '#server/platform/context/context.ts'
import { renameContacts, resetAddresses } from './store-persons.ts'

/** The conversations with a number stay with the person who had it: the next owner of the number begins new ones. */
export async function leaveConversations(
  { db }: AppTx,
  { accountId, key, formerKey }: EventPayload<'contact.number-moved'>,
): Promise<void> {
  for (const { senderId, customerKey, conversationId } of await renameContacts(db, accountId, {
    key,
    formerKey,
  }))
    if (conversationId !== null)
      await renameCustomer(db, accountId, {
        conversationId,
        key: `${senderId}:${customerKey}`,
        identifier: formerKey,
      })
}

/** Messages to one of the people are no longer sent to an address of the other one. */
export const separateAddresses = (
  { db }: AppTx,
  { accountId, keys }: EventPayload<'contact.separated'>,
): Promise<void> => resetAddresses(db, accountId, keys)
