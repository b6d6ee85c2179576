// The job in which the assistant answers a customer, as those see it who ask for it.
import type { AppTx } from '#server/platform/context/context.ts'
import { type JobSpec, maxDeaths } from '#server/platform/context/job.ts'

export interface AnswerRef {
  accountId: number
  conversationId: number
}

/** A model that fails is asked again a few times: the customer waits. */
export const answerTries = 4

/** Beyond these tries the attempts are for processes that die. */
export const answerJob: JobSpec<AnswerRef> = {
  name: 'messages.answer',
  maxAttempts: answerTries + maxDeaths,
  waitsOutside: true,
}

/** A further message puts the waiting one off. */
export async function addAnswerJob(tx: Pick<AppTx, 'addJob' | 'now'>, ref: AnswerRef, afterMs: number): Promise<void> {
  const key = `chatapp-answer:${ref.accountId}:${ref.conversationId}`
  await tx.addJob(answerJob, ref, { key, runAt: new Date(tx.now().getTime() + afterMs) })
}
