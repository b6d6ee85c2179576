// Deletes messages of channels with their files, their texts alone, and the contacts of a person.
import { blockContact } from '#server/features/consents/index.ts'
import type { AccountContext, AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { CountErased, Erasure } from '#server/platform/personal-data.ts'
import {
  deleteContactsOf,
  deleteMessageRows,
  deleteMessageTexts,
  selectFileKeys,
  selectMessagesWithText,
} from './store-erasure.ts'

/** Files are deleted before the rows that name them, so that a crash leaves no file that nothing names. */
export async function eraseMessages(
  ctx: AccountContext,
  messages: readonly { id: number }[],
  count: CountErased,
): Promise<void> {
  const accountId = ctx.account.id
  const ids = messages.map(({ id }) => id)
  const keys = await selectFileKeys(ctx.db, accountId, ids)
  for (const key of keys) await ctx.files.remove(key)
  await transaction(ctx, async ({ db }) => {
    const deleted = await deleteMessageRows(db, accountId, ids)
    await count(db, 'messages', deleted)
    await count(db, 'files', deleted === 0 ? 0 : keys.length)
  })
}

/** Opt-outs become entries of the do-not-contact list. */
export const eraseContacts = (ctx: AccountContext, { person, count }: Erasure): Promise<void> =>
  transaction(ctx, async (tx) => {
    const contacts = await deleteContactsOf(tx.db, tx.account.id, person)
    for (const { address, optedOutBy, marketingOptedOutAt } of contacts) {
      const block = { address, topic: null, source: 'message', reference: 'contact' } as const
      if (optedOutBy === 'customer') await blockContact(tx, { ...block, scope: 'everything' })
      else if (marketingOptedOutAt !== null) await blockContact(tx, { ...block, scope: 'campaigns' })
    }
    await count(tx.db, 'contacts', contacts.length)
  })

const batch = 100

/** Deletes the texts and files of the messages of a conversation. Files are deleted before the rows that name them. */
export async function forgetTexts(context: AppContext, accountId: number, conversationId: number): Promise<void> {
  const { db, files } = context
  for (let count = batch; count === batch; ) {
    const ids = await selectMessagesWithText(db, accountId, conversationId, batch)
    for (const key of await selectFileKeys(db, accountId, ids)) await files.remove(key)
    await deleteMessageTexts(db, accountId, ids)
    count = ids.length
  }
}
