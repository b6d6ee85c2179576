// Finds the assistant of a conversation, with the settings that a test conversation tries.
import { type Assistant, type AssistantSettings, findAssistant } from '#server/features/assistants/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Conversation } from './conversation.ts'
import { findTriedSettings } from './store.ts'

/** Undefined if the conversation has none, or it was deleted. */
export async function findAssistantOf(
  db: Db,
  conversation: Pick<Conversation, 'accountId' | 'id' | 'assistantId' | 'type'>,
): Promise<Assistant | undefined> {
  const { accountId, assistantId, type } = conversation
  const [assistant, tried] = await Promise.all([
    assistantId === null ? undefined : findAssistant(db, accountId, assistantId),
    type === 'test' ? findTriedSettings(db, conversation) : undefined,
  ])
  // After a transfer, another assistant answers.
  return assistant && tried?.assistantId === assistantId ? withTried(assistant, tried.settings) : assistant
}

/** Whether visitors may use the conversation depends on the saved settings, which can close the widget at any time. */
export function withTried(saved: Assistant, tried: AssistantSettings): Assistant {
  const { widgetEnabled, widgetOrigins } = saved
  return { ...saved, ...tried, widgetEnabled, widgetOrigins }
}
