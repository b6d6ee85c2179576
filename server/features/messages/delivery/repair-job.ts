// The job that finds out what became of a message, as those see it who ask for it.
import type { AppTx } from '#server/platform/context/context.ts'
import { type JobSpec, maxDeaths } from '#server/platform/context/job.ts'

export interface RepairRef {
  accountId: number
  messageId: number
}

/** The calendar asks again; the attempts are for processes that die. */
export const repairJob: JobSpec<RepairRef> = { name: 'messages.repair', maxAttempts: 1 + maxDeaths, waitsOutside: true }

export async function addRepairJob(tx: Pick<AppTx, 'addJob'>, ref: RepairRef): Promise<void> {
  await tx.addJob(repairJob, ref, { key: `chatapp-repair:${ref.accountId}:${ref.messageId}` })
}
