// The job that looks again at leads which wait for hours at which they can be contacted, because these have changed.
import { actFor } from '#server/features/accounts/index.ts'
import type { AppContext, Tx } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { wakeFor } from '../campaign/dispatch-job.ts'
import type { CampaignRef } from '../campaign/store-status.ts'
import { resumeClosed, type WaitingPosition } from './store-waiting.ts'

interface Resumption extends CampaignRef {
  /** The leads up to this position are done. */
  after?: WaitingPosition
}

export const resumeJob: JobSpec<Resumption> = { name: 'campaigns.resume' }

export const addResumeJob = ({ addJob }: Pick<Tx, 'addJob'>, resumption: Resumption): Promise<void> =>
  addJob(resumeJob, resumption)

/** A transaction holds up the rounds of the campaign only for so many leads. */
const batchSize = 1_000

export async function resumeLeads(context: AppContext, { after, ...ref }: Resumption): Promise<void> {
  const ctx = await actFor(context, ref.accountId)
  if (!ctx) return
  await transaction(ctx, async (tx) => {
    await wakeFor(tx, ref.campaignId)
    const last = await resumeClosed(tx.db, ref, { after, limit: batchSize })
    if (last) await addResumeJob(tx, { ...ref, after: last })
  })
}
