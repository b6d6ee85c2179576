// Deletes the runs of deleted automations, and old runs.
import type { AppContext } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { deleteAutomationRow } from './automation/store.ts'
import { deleteOldRuns, deleteRunsOf } from './runs/store.ts'

interface AutomationRef {
  accountId: number
  automationId: string
}

export const removeJob: JobSpec<AutomationRef> = { name: 'automations.remove' }

const batch = 1_000

/** An automation can have millions of runs, so they are deleted in batches. Another job continues if the process stops. */
export async function removeAutomation(context: AppContext, ref: AutomationRef): Promise<void> {
  await repeat(context, () => deleteRunsOf(context.db, ref, batch))
  if (context.stopping.aborted) await transaction(context, (tx) => tx.addJob(removeJob, ref))
  else await deleteAutomationRow(context.db, ref.accountId, ref.automationId)
}

export function removeOldRuns(context: AppContext): Promise<void> {
  return repeat(context, () => deleteOldRuns(context.db, context.settings.automationRunDays, batch))
}

async function repeat({ stopping }: AppContext, deleteBatch: () => Promise<number>): Promise<void> {
  while (!stopping.aborted && (await deleteBatch()) === batch);
}
