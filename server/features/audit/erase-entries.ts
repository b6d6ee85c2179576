// Erases a person from the entries of the audit log.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { Erasure } from '#server/platform/personal-data.ts'
import { erasePersonFromEntries, findEntriesAbout } from './store-person.ts'

const batch = 500

export async function eraseEntries(ctx: AccountContext, { person, count, signal }: Erasure): Promise<void> {
  const accountId = ctx.account.id
  let after: number | undefined = 0
  while (after !== undefined && !signal.aborted) {
    const found = await findEntriesAbout(ctx.db, accountId, person, { after, limit: batch })
    after = found?.lastId
    if (!found || found.ids.length === 0) continue
    await transaction(ctx, async ({ db }) =>
      count(db, 'audit_entries', await erasePersonFromEntries(db, accountId, person, found.ids)),
    )
  }
}
