// Lists the ledger entries of the account, in pages or all of them.
import type { AccountContext } from '#server/platform/context/context.ts'
import { extensionOf, extensionPoint } from '#server/platform/context/extension-point.ts'
import type { Db } from '#server/platform/database/database.ts'
import { cursorsBeside, readCursor } from '#server/platform/http/replies/cursor.ts'
import type { ListedPage } from '#server/platform/http/replies/page.ts'
import { referencePrefix } from './change-balance.ts'
import { type Entry, type EntryFilter, selectEntries, selectEntriesAfter } from './store-transactions.ts'

/** The UUIDs of conversations by id. Those that were deleted are left out. */
export const conversationUuidsPoint = extensionPoint<
  (db: Db, accountId: number, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>
>('billing.conversation-uuids', async () => new Map())

export interface Transaction extends Entry {
  conversationUuid: string | null
}

export interface TransactionFilter extends Omit<EntryFilter, 'timeZone' | 'refs'> {
  reference: string | undefined
}

export interface ListInput extends TransactionFilter {
  page: number
  perPage: number
  /** From an earlier response; takes precedence over `page`. */
  cursor: string | undefined
}

const cursorList = 'transactions'

/** Throws `InvalidInput` for a cursor that Parley did not create. */
export async function listTransactions(
  ctx: AccountContext,
  { page, perPage, cursor: position, ...filter }: ListInput,
): Promise<ListedPage<Transaction>> {
  const cursor = position === undefined ? undefined : readCursor(ctx, cursorList, position)
  const listed = await selectEntries(ctx.db, ctx.account.id, entryFilterOf(ctx, filter), {
    perPage,
    position: cursor ?? { offset: (page - 1) * perPage },
  })
  return { ...listed, rows: await withConversations(ctx, listed.rows), ...cursorsBeside(ctx, cursorList, listed) }
}

const rowsPerQuery = 1_000

/** Reads a part at a time, so that any number of entries takes little memory. */
export async function* readTransactions(ctx: AccountContext, filter: TransactionFilter): AsyncGenerator<Transaction[]> {
  const entryFilter = entryFilterOf(ctx, filter)
  let after: Entry | undefined
  do {
    const rows = await selectEntriesAfter(ctx.db, ctx.account.id, entryFilter, { after, limit: rowsPerQuery })
    after = rows.length === rowsPerQuery ? rows.at(-1) : undefined
    yield await withConversations(ctx, rows)
  } while (after)
}

const entryFilterOf = (ctx: AccountContext, { reference, ...filter }: TransactionFilter): EntryFilter => ({
  ...filter,
  refs: reference === undefined ? undefined : [reference, referencePrefix + reference],
  timeZone: ctx.account.timeZone,
})

async function withConversations(ctx: AccountContext, entries: readonly Entry[]): Promise<Transaction[]> {
  const ids = [...new Set(entries.flatMap(({ conversationId }) => conversationId ?? []))]
  const uuids =
    ids.length === 0
      ? new Map<number, string>()
      : await extensionOf(ctx, conversationUuidsPoint)(ctx.db, ctx.account.id, ids)
  return entries.map((entry) => ({
    ...entry,
    conversationUuid: entry.conversationId === null ? null : (uuids.get(entry.conversationId) ?? null),
  }))
}
