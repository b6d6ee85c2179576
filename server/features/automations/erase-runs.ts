// Erases the runs whose data mentions a person, and such examples of triggers.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { Erasure } from '#server/platform/personal-data.ts'
import { eraseSamplesAbout } from './automation/store-person.ts'
import { deleteRuns, findRunsAbout } from './runs/store-person.ts'

const batch = 200

export async function eraseRuns(ctx: AccountContext, { person, count, signal }: Erasure): Promise<void> {
  const accountId = ctx.account.id
  let after: string | undefined
  do {
    const found = await findRunsAbout(ctx.db, accountId, person, { after, limit: batch })
    after = found?.lastId
    if (!found || found.ids.length === 0) continue
    await transaction(ctx, async ({ db }) => count(db, 'runs', await deleteRuns(db, accountId, found.ids)))
  } while (after !== undefined && !signal.aborted)
  await eraseSamplesAbout(ctx.db, accountId, person)
}
