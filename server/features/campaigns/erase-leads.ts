// Erases a person from campaigns. The counts of outcomes remain.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { type Erasure, eraseInBatches } from '#server/platform/personal-data.ts'
import { erasePersonFromAttempts } from './attempt/store-person.ts'
import { wakeFor } from './campaign/wake.ts'
import { deleteLeads, selectLeadsOf } from './lead/store-person.ts'

const batch = 100

export async function eraseLeads(ctx: AccountContext, erasure: Erasure): Promise<void> {
  const { person, count } = erasure
  const accountId = ctx.account.id
  await eraseInBatches(erasure, batch, async () => {
    const leads = await selectLeadsOf(ctx.db, accountId, person, batch)
    await transaction(ctx, async (tx) => {
      // Campaigns may be complete.
      for (const campaignId of new Set(leads.map((lead) => lead.campaignId))) await wakeFor(tx, campaignId)
      const ids = leads.map(({ id }) => id)
      await count(tx.db, 'leads', await deleteLeads(tx.db, accountId, ids))
    })
    return leads.length
  })
  await transaction(ctx, async ({ db }) => {
    await count(db, 'attempts', await erasePersonFromAttempts(db, accountId, person))
  })
}
