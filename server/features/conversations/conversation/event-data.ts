// What all events of a conversation say about it.
import type { Conversation } from './conversation.ts'

export const eventDataOf = ({
  accountId,
  id: conversationId,
  uuid: conversationUuid,
  assistantId,
}: Pick<Conversation, 'accountId' | 'id' | 'uuid' | 'assistantId'>) => ({
  accountId,
  conversationId,
  conversationUuid,
  assistantId,
})
