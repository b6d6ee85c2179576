// What all events of a conversation say about it, and the event of a change of its owner.
import type { Tx } from '#server/platform/context/context.ts'
import type { Conversation } from './conversation.ts'

type Subject = Pick<Conversation, 'accountId' | 'id' | 'uuid' | 'assistantId'>

export const eventDataOf = ({ accountId, id: conversationId, uuid: conversationUuid, assistantId }: Subject) => ({
  accountId,
  conversationId,
  conversationUuid,
  assistantId,
})

export async function announceOwner(
  tx: Pick<Tx, 'emit'>,
  conversation: Subject,
  { aiEnabled, ownerId }: Pick<Conversation, 'aiEnabled' | 'ownerId'>,
): Promise<void> {
  await tx.emit('conversation.owner', { ...eventDataOf(conversation), aiEnabled, memberId: ownerId })
}
