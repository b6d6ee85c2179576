// The job that deletes the texts of a conversation whose assistant does not store them.
import type { AppTx } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'
import type { Conversation } from './conversation.ts'

export const forgetJob: JobSpec<{ accountId: number; conversationId: number }> = { name: 'conversations.forget-texts' }

/** Automations and other subscribers read the conversation before. */
const afterMs = 60_000

export function addForgetJob(
  tx: Pick<AppTx, 'addJob' | 'now'>,
  { accountId, id }: Pick<Conversation, 'accountId' | 'id'>,
): Promise<void> {
  const runAt = new Date(tx.now().getTime() + afterMs)
  const key = `conversation-forget:${accountId}:${id}`
  return tx.addJob(forgetJob, { accountId, conversationId: id }, { key, runAt })
}
