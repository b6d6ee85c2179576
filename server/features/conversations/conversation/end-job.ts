// The job that ends a conversation which has fallen quiet: one waits for each open conversation.
import { findAssistant } from '#server/features/assistants/index.ts'
import type { AppTx, Tx } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'
import type { Conversation } from './conversation.ts'

export const endJob: JobSpec<{ accountId: number; conversationId: number }> = {
  name: 'conversations.end',
  waitsOutside: true,
}

/** It looks again when it runs, so that a message in between costs no second job. */
export async function scheduleEnd(
  tx: Tx | AppTx,
  { accountId, id }: Pick<Conversation, 'accountId' | 'id'>,
  afterMinutes: number,
): Promise<void> {
  const runAt = new Date(tx.now().getTime() + afterMinutes * 60_000)
  await tx.addJob(endJob, { accountId, conversationId: id }, { key: `conversation-end:${accountId}:${id}`, runAt })
}

/** For a conversation without an assistant. */
export const defaultTimeoutMinutes = 30

/** Of a conversation that has just become open: after as much quiet as its assistant waits for. */
export async function scheduleEndAfterQuiet(
  tx: Tx,
  conversation: Pick<Conversation, 'accountId' | 'id' | 'assistantId'>,
): Promise<void> {
  const { accountId, assistantId } = conversation
  const assistant = assistantId === null ? undefined : await findAssistant(tx.db, accountId, assistantId)
  await scheduleEnd(tx, conversation, assistant?.conversationInactivityTimeoutMinutes ?? defaultTimeoutMinutes)
}
