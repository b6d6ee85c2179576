// Records a message of a channel in the conversation of its customer.
import type { Tx } from '#server/platform/context/context.ts'
import { scheduleEnd, scheduleEndAfterInactivity } from '../conversation/end-job.ts'
import { type CustomerMessage, insertForCustomer, type RecordedForCustomer } from './store-customers.ts'

export interface ChannelMessage extends CustomerMessage {
  /** The inactivity timeout of the assistant, if it is already loaded. */
  timeoutMinutes?: number | undefined
}

/** Opens the conversation if there is none. The message is added to its history, and does not trigger an answer. */
export async function recordForCustomer(tx: Tx, message: ChannelMessage): Promise<RecordedForCustomer> {
  const { id: accountId } = tx.account
  const recorded = await insertForCustomer(tx.db, accountId, tx.newId(), message)
  const { conversationId, conversationUuid, messageId } = recorded
  const data = { accountId, conversationId, conversationUuid, assistantId: recorded.assistantId }
  const { type } = message.customer
  if (recorded.turn === 1) await tx.emit('conversation.started', { ...data, type })
  await tx.emit('conversation.message', { ...data, messageId, author: message.author })
  if (!recorded.hasOpened) return recorded
  const { conversationId: id, assistantId } = recorded
  if (message.timeoutMinutes === undefined) await scheduleEndAfterInactivity(tx, { accountId, id, assistantId, type })
  else await scheduleEnd(tx, { accountId, id }, message.timeoutMinutes)
  return recorded
}
