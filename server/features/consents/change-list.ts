// What accounts can do with their do-not-contact list: add numbers, list entries and delete them.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type Entry, type Scope, topicKey } from './contact.ts'
import { readContactNumbers, readKeys } from './read-contact-number.ts'
import { deleteEntryRow, saveEntries, selectEntries } from './store.ts'

export interface ListedNumbers {
  /** As people write them, by the names of their fields. */
  phoneNumbers: readonly { field: string; written: string }[]
  isImport: boolean
  scope: Scope
  topic: string | null
  note: string | null
}

/** Returns one entry for each different number. Throws `InvalidInput`, with all invalid numbers. */
export async function addToList(
  ctx: AccountContext,
  { phoneNumbers, isImport, scope, topic, note }: ListedNumbers,
): Promise<{ entries: Entry[]; added: number }> {
  const read = readContactNumbers(ctx, phoneNumbers)
  const saved = await transaction(ctx, (tx) =>
    saveEntries(tx.db, tx.account.id, {
      numbers: read,
      scope,
      topic: topicKey(topic),
      source: isImport ? 'import' : 'api',
      note,
      reference: null,
    }),
  )
  const byKey = new Map(saved.map((entry) => [entry.numberKey, entry]))
  const entries = read.map(({ numberKey }) => byKey.get(numberKey)!)
  return { entries, added: saved.filter(({ isNew }) => isNew).length }
}

export interface ListInput {
  phoneNumber: string | undefined
  scope: Scope | undefined
  page: number
  perPage: number
}

/** Throws `InvalidInput`. */
export const listEntries = (ctx: AccountContext, { phoneNumber, scope, ...page }: ListInput) =>
  selectEntries(ctx.db, ctx.account.id, { numberKeys: readKeys(ctx, phoneNumber), scope }, page)

/** Refuses with `ENTRY_NOT_FOUND`. */
export async function deleteEntry({ db, account }: AccountContext, id: number): Promise<void> {
  if (!(await deleteEntryRow(db, account.id, id))) throw new Refusal('ENTRY_NOT_FOUND')
}
