// Deletes leads that ended long ago, and erases persons from old attempts.
import { actFor } from '#server/features/accounts/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import type { Retained } from '#server/platform/personal-data.ts'
import { erasePersonsFromOldAttempts, inspectAttempts } from './attempt/store-retention.ts'
import { wakeFor } from './campaign/wake.ts'
import { deleteLeads } from './lead/store-person.ts'
import { inspectLeads, selectOldLeads } from './lead/store-retention.ts'

interface LeadOfCampaign {
  id: number
  campaignId: number
}

/** `count` runs in the transaction. */
export const deleteLeadsOf = (
  ctx: AccountContext,
  leads: readonly LeadOfCampaign[],
  count?: (tx: DbTransaction, deleted: number) => Promise<void>,
): Promise<void> =>
  transaction(ctx, async (tx) => {
    // Campaigns may be complete.
    for (const campaignId of new Set(leads.map((lead) => lead.campaignId))) await wakeFor(tx, campaignId)
    const ids = leads.map(({ id }) => id)
    const deleted = await deleteLeads(tx.db, tx.account.id, ids)
    await count?.(tx.db, deleted)
  })

export const retainedLeads: readonly Retained[] = [
  {
    kind: 'leads',
    async deleteOlder(context, records) {
      const ctx = await actFor(context, records.accountId)
      const leads = ctx ? await selectOldLeads(ctx.db, records) : []
      if (ctx && leads.length > 0) await deleteLeadsOf(ctx, leads)
      return leads.length
    },
    inspect: inspectLeads,
  },
  {
    kind: 'leads',
    deleteOlder: ({ db }, records) => erasePersonsFromOldAttempts(db, records),
    inspect: inspectAttempts,
  },
]
