// Merges two contacts that are one person, and separates them again.
import { maxAddresses } from '#contract/contacts/contacts.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import { additionsOf, withAdditions, withoutAdditions } from '../contact/contact.ts'
import { countAddresses } from '../contact/store.ts'
import { findMerge, insertMerge, type LockedContact, lockContacts, type MergeCause, separate } from './store-merges.ts'

/** Both contacts are locked. */
export async function mergeLocked(
  tx: Pick<Tx, 'db' | 'emit'> & { account: { id: number } },
  { into, other, cause }: { into: LockedContact; other: LockedContact; cause: MergeCause },
): Promise<void> {
  const accountId = tx.account.id
  const added = additionsOf(into, other)
  const profile = withAdditions(into, added)
  await insertMerge(tx.db, accountId, { contactId: into.id, mergedId: other.id, cause, profile, added })
  await tx.emit('contact.merged', { accountId, contactId: into.id, mergedId: other.id })
}

/**
 * The first contact gets the addresses of the other one. Refuses with `CONTACT_NOT_FOUND`, `SAME_CONTACT`, and with `CONTACT_TOO_LARGE` if
 * it would have more than `maxAddresses`.
 */
export const mergeContacts = (
  ctx: AccountContext,
  { contactId, mergedId }: { contactId: number; mergedId: number },
): Promise<void> =>
  transaction(ctx, async (tx) => {
    const ids = [contactId, mergedId]
    if (contactId === mergedId) throw new Refusal('SAME_CONTACT')
    const locked = await lockContacts(tx.db, tx.account.id, ids)
    const into = orRefuse(
      locked.find(({ id }) => id === contactId),
      'CONTACT_NOT_FOUND',
    )
    const other = orRefuse(
      locked.find(({ id }) => id === mergedId),
      'CONTACT_NOT_FOUND',
    )
    if ((await countAddresses(tx.db, tx.account.id, ids)) > maxAddresses) throw new Refusal('CONTACT_TOO_LARGE')
    await mergeLocked(tx, { into, other, cause: 'request' })
  })

/** Gives a merged contact its addresses back. Refuses with `NOT_MERGED`, also after `separableDays`. */
export const separateContact = (
  ctx: AccountContext,
  { contactId, mergedId }: { contactId: number; mergedId: number },
): Promise<void> =>
  transaction(ctx, async (tx) => {
    const { db, account } = tx
    const found = await findMerge(db, account.id, mergedId)
    if (found?.rootId !== contactId) throw new Refusal('NOT_MERGED')
    const [root] = await lockContacts(db, account.id, [contactId])
    // Read again, because another request may have separated it or merged the other one.
    const merge = await findMerge(db, account.id, mergedId)
    if (!root || merge?.rootId !== contactId) throw new Refusal('NOT_MERGED')
    const moved = await separate(db, account.id, merge, withoutAdditions(root, merge.added))
    for (const id of [contactId, mergedId]) await tx.emit('contact.updated', { accountId: account.id, contactId: id })
    if (moved.length > 0) await tx.emit('contact.separated', { accountId: account.id, keys: moved })
  })
