// The job that lets campaigns contact their leads.
import type { AppTx, Tx } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'
import { wakeCampaign } from './store-status.ts'

/** One run at a time serves the campaigns of all accounts, so that they share the slots evenly. */
export const dispatchJob: JobSpec<object> = { name: 'campaigns.dispatch' }
const queue = dispatchJob.name

/** For transactions after which a campaign could contact a lead. */
export const addDispatchJob = ({ addJob }: Pick<AppTx, 'addJob'>): Promise<void> =>
  addJob(dispatchJob, {}, { key: dispatchJob.name, queue })

/** Replaces the wake-up of an earlier run, but not a run that is due now. */
export const addWakeUp = ({ addJob }: Pick<AppTx, 'addJob'>, runAt: Date): Promise<void> =>
  addJob(dispatchJob, {}, { key: `${dispatchJob.name}:wake-up`, runAt, queue })

/** Before the leads are changed, so that rows are locked in the order in which a round of the campaign locks them. */
export async function wakeFor(tx: Tx, campaignId: number): Promise<void> {
  if (await wakeCampaign(tx.db, { accountId: tx.account.id, campaignId })) await addDispatchJob(tx)
}
