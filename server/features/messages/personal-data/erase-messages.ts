// Erases the messages and contacts of a person. Opt-outs become entries of the do-not-contact list.

import { isE164 } from '@parley/rules'
import { blockContact } from '#server/features/consents/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { type Erasure, eraseInBatches } from '#server/platform/personal-data.ts'
import { deleteMessages } from './retain-messages.ts'
import { deleteContactsOf, selectMessagesOf } from './store-person.ts'

const batch = 100

export async function eraseMessages(ctx: AccountContext, erasure: Erasure): Promise<void> {
  const { person, count } = erasure
  const accountId = ctx.account.id
  await eraseInBatches(erasure, batch, async () => {
    const ids = await selectMessagesOf(ctx.db, accountId, person, batch)
    if (ids.length > 0)
      await deleteMessages(ctx, accountId, ids, async (tx, deleted) => {
        await count(tx, 'messages', deleted.messages)
        await count(tx, 'files', deleted.files)
      })
    return ids.length
  })
  await transaction(ctx, async (tx) => {
    const contacts = await deleteContactsOf(tx.db, accountId, person)
    for (const { address, optedOutBy, marketingOptedOutAt } of contacts) {
      if (!isE164(address)) continue
      const block = { phoneNumber: address, topic: null, source: 'message', reference: 'contact' } as const
      if (optedOutBy === 'customer') await blockContact(tx, { ...block, scope: 'everything' })
      else if (marketingOptedOutAt !== null) await blockContact(tx, { ...block, scope: 'campaigns' })
    }
    await count(tx.db, 'contacts', contacts.length)
  })
}
