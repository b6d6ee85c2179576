// Tells whether visitors can call the assistant of a conversation.
import { findAssistant } from '#server/features/assistants/index.ts'
import type { PublicContext } from '#server/platform/context/context.ts'
import type { Conversation } from '../conversation/conversation.ts'
import { isOpenToCalls } from './visitor-calls.ts'

export async function hasVoice(
  { db, origin }: PublicContext,
  { accountId, assistantId }: Pick<Conversation, 'accountId' | 'assistantId'>,
): Promise<boolean> {
  const assistant = assistantId === null ? undefined : await findAssistant(db, accountId, assistantId)
  return assistant !== undefined && isOpenToCalls(assistant, origin)
}
