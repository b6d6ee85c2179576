// Erases a person from campaigns. The counts of outcomes remain.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { type Erasure, eraseInBatches } from '#server/platform/personal-data.ts'
import { erasePersonFromAttempts } from './attempt/store-person.ts'
import { selectLeadsOf } from './lead/store-person.ts'
import { deleteLeadsOf } from './retain-leads.ts'

const batch = 100

export async function eraseLeads(ctx: AccountContext, erasure: Erasure): Promise<void> {
  const { person, count } = erasure
  const accountId = ctx.account.id
  await eraseInBatches(erasure, batch, async () => {
    const leads = await selectLeadsOf(ctx.db, accountId, person, batch)
    if (leads.length > 0) await deleteLeadsOf(ctx, leads, (tx, deleted) => count(tx, 'leads', deleted))
    return leads.length
  })
  await transaction(ctx, async ({ db }) => {
    await count(db, 'attempts', await erasePersonFromAttempts(db, accountId, person))
  })
}
