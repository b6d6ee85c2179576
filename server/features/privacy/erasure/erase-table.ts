// Erases a person from one table, as its feature declares.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { Erasure, PersonalTable, RowRemoval } from '#server/platform/personal-data.ts'
import { removeRows, scan, selectRemovable } from '../store-tables.ts'

/** Leaves what is in progress. Safe to run twice at the same time. */
export async function eraseTable(ctx: AccountContext, table: PersonalTable, erasure: Erasure): Promise<void> {
  const { erase, removal, scanned } = table
  if (erase) return erase(ctx, erasure)
  if (!table.isOf) return
  if (removal && 'remove' in removal) return eraseBatches(ctx, table, removal, erasure)
  if (table.erasedAs === undefined) return
  if (scanned === undefined) return eraseRows(ctx, table, erasure)
  let after: unknown
  do {
    const found = await scan(ctx, table, erasure.person, after)
    after = found?.lastId
    if (found && found.ids.length > 0) await eraseRows(ctx, table, erasure, found.ids)
  } while (after !== undefined && !erasure.signal.aborted)
}

async function eraseBatches(
  ctx: AccountContext,
  table: PersonalTable,
  removal: RowRemoval,
  { person, count, signal }: Erasure,
): Promise<void> {
  for (let found = removal.batch; found === removal.batch && !signal.aborted; ) {
    const rows = await selectRemovable(ctx, table, person, removal)
    if (rows.length > 0) await removal.remove(ctx, rows, count)
    found = rows.length
  }
}

const eraseRows = (
  ctx: AccountContext,
  table: PersonalTable,
  { person, count }: Erasure,
  ids?: readonly unknown[],
): Promise<void> =>
  transaction(ctx, async ({ db }) => {
    const removed = await removeRows(ctx, db, table, { person, ...(ids && { ids }) })
    if (table.erasedAs) await count(db, table.erasedAs, removed)
  })
