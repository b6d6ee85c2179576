// Schedules the job that ends an inactive conversation; each open conversation has one.
import type { Tx } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'
import type { Conversation } from './conversation.ts'
import { findAssistantOf } from './find-assistant-of.ts'

export const endJob: JobSpec<{ accountId: number; conversationId: number }> = {
  name: 'conversations.end',
  waitsOutside: true,
}

/** The job checks the conversation again when it runs, so a new message does not need another job. */
export async function scheduleEnd(
  tx: Tx,
  { accountId, id }: Pick<Conversation, 'accountId' | 'id'>,
  afterMinutes: number,
): Promise<void> {
  const runAt = new Date(tx.now().getTime() + afterMinutes * 60_000)
  await tx.addJob(endJob, { accountId, conversationId: id }, { key: `conversation-end:${accountId}:${id}`, runAt })
}

/** For a conversation without an assistant. */
export const defaultTimeoutMinutes = 30

export async function scheduleEndAfterInactivity(
  tx: Tx,
  conversation: Pick<Conversation, 'accountId' | 'id' | 'assistantId' | 'type'>,
): Promise<void> {
  const assistant = await findAssistantOf(tx.db, conversation)
  await scheduleEnd(tx, conversation, assistant?.conversationInactivityTimeoutMinutes ?? defaultTimeoutMinutes)
}
