// The job that confirms to a customer what STOP or START has changed, as those see it who ask for it.
import type { AppTx } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'

export interface ConfirmRef {
  accountId: number
  conversationId: number
  /** The message that changed it. */
  inboundId: number
}

export const confirmJob: JobSpec<ConfirmRef> = { name: 'messages.confirm-opt-out', waitsOutside: true }

/** Who changes his mind at once is told where it ended. */
export const addConfirmJob = (tx: Pick<AppTx, 'addJob'>, ref: ConfirmRef): Promise<void> =>
  tx.addJob(confirmJob, ref, { key: `chatapp-confirm:${ref.accountId}:${ref.conversationId}` })
