// Lets a campaign in progress contact leads that have been added to it.
import type { Tx } from '#server/platform/context/context.ts'
import { addDispatchJob } from './dispatch-job.ts'
import { wakeCampaign } from './store-status.ts'

/** Before the leads are changed, so that rows are locked in the order in which a round of the campaign locks them. */
export async function wakeFor(tx: Tx, campaignId: number): Promise<void> {
  if (await wakeCampaign(tx.db, { accountId: tx.account.id, campaignId })) await addDispatchJob(tx)
}
