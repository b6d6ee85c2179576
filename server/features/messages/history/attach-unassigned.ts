// Copies messages that a customer sent before there was a conversation into the new conversation.
import { recordEarlierMessages } from '#server/features/conversations/index.ts'
import type { Tx } from '#server/platform/context/context.ts'
import type { ContactKey } from '../contacts/store-contacts.ts'
import { attachUnassignedRows, selectUnassigned } from './store-history.ts'

/** Only the latest messages are copied. */
const maxMessages = 200

/** `turn` is the turn of the message that was just recorded: the first turn means that the conversation is new. */
export async function attachUnassigned(
  tx: Tx,
  contact: ContactKey,
  { conversationId, turn }: { conversationId: number; turn: number },
): Promise<void> {
  if (turn !== 1) return
  const { id: accountId } = tx.account
  const messages = await selectUnassigned(tx.db, accountId, { ...contact, limit: maxMessages })
  if (messages.length === 0) return
  const recordedIds = await recordEarlierMessages(tx, { conversationId, name: messages[0]!.name, messages })
  const pairs = messages.map(({ id }, index) => ({ id, conversationMessageId: recordedIds[index]! }))
  await attachUnassignedRows(tx.db, accountId, { conversationId, pairs })
}
