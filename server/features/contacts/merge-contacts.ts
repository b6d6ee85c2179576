// Merges two contacts that are one person, and separates them again.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import { mostAddresses } from './address.ts'
import { countAddresses } from './store.ts'
import { findMerge, lockContacts, mergeInto, separate } from './store-merges.ts'

/** For so long, merged contacts can be separated again. */
export const separableDays = 30

/**
 * The first contact gets the addresses of the other one. Refuses with `CONTACT_NOT_FOUND`, and with `CONTACT_TOO_LARGE` if
 * it would have more than `mostAddresses`.
 */
export const mergeContacts = (
  ctx: AccountContext,
  { contactId, mergedId }: { contactId: number; mergedId: number },
): Promise<void> =>
  transaction(ctx, async ({ db, account }) => {
    const ids = [contactId, mergedId]
    const locked = await lockContacts(db, account.id, ids)
    if (new Set(locked).size !== 2) throw new Refusal('CONTACT_NOT_FOUND')
    if ((await countAddresses(db, account.id, ids)) > mostAddresses) throw new Refusal('CONTACT_TOO_LARGE')
    await mergeInto(db, account.id, { contactId, mergedId, cause: 'request' })
  })

/** Gives a merged contact its addresses back. Refuses with `MERGE_NOT_FOUND`, also after `separableDays`. */
export const separateContact = (ctx: AccountContext, mergedId: number): Promise<void> =>
  transaction(ctx, async (tx) => {
    const { db, account } = tx
    const found = orRefuse(await findMerge(db, account.id, mergedId), 'MERGE_NOT_FOUND')
    await lockContacts(db, account.id, [found.rootId, mergedId])
    // Read again, because another request may have separated it or merged the other one.
    const merge = orRefuse(await findMerge(db, account.id, mergedId), 'MERGE_NOT_FOUND')
    const moved = await separate(db, account.id, merge)
    if (moved.length > 0) await tx.emit('contact.separated', { accountId: account.id, keys: moved })
  })
