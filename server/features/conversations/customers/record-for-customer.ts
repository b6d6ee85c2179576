// Recording what passed on a channel in the one conversation of its customer.
import type { Tx } from '#server/platform/context/context.ts'
import type { Author, Fault } from '../conversation/conversation.ts'
import { scheduleEnd, scheduleEndAfterQuiet } from '../conversation/end-job.ts'
import type { CustomerOfChannel } from './find-or-open-conversation.ts'
import {
  type EarlierMessages,
  insertEarlier,
  insertForCustomer,
  insertUnanswered,
  type RecordedForCustomer,
  raiseCost,
  restoreMessageRow,
  setMissingAssistant,
  type UnansweredMessage,
  voidMessageRow,
} from './store-customers.ts'

export interface ChannelMessage {
  customer: Pick<CustomerOfChannel, 'type' | 'key' | 'identifier' | 'phone' | 'name'>
  /** For a conversation that is opened by this; null if there is no assistant. */
  assistantId: number | null
  /** Of that assistant, where it is at hand: after how much quiet a conversation ends. */
  timeoutMinutes?: number | undefined
  author: Author
  text: string
  /** What the account pays for it. */
  costMicros: number
}

/** The conversation is opened when there is none; the message stands in its history and is not answered by itself. */
export async function recordForCustomer(tx: Tx, message: ChannelMessage): Promise<RecordedForCustomer> {
  const { id: accountId } = tx.account
  const { type, ...customer } = message.customer
  const recorded = await insertForCustomer(tx.db, accountId, {
    ...message,
    uuid: tx.newId(),
    type,
    customer,
  })
  if (!recorded.hasOpened) return recorded
  const { conversationId: id, assistantId } = recorded
  if (message.timeoutMinutes === undefined) await scheduleEndAfterQuiet(tx, { accountId, id, assistantId })
  else await scheduleEnd(tx, { accountId, id }, message.timeoutMinutes)
  return recorded
}

/** Gives a conversation without an assistant one that answers from now on. */
export const assignAssistant = (tx: Tx, of: { conversationId: number; assistantId: number }): Promise<void> =>
  setMissingAssistant(tx.db, tx.account.id, of)

/** What the customer said before the conversation was opened: before all that stands in it. Returns the ids, in order. */
export const recordEarlierMessages = (tx: Tx, earlier: EarlierMessages): Promise<number[]> =>
  insertEarlier(tx.db, tx.account.id, earlier)

/** The assistant has no answer: once under its key it shows as a failed one, with the latest reason. */
export const recordUnanswered = (tx: Tx, unanswered: UnansweredMessage): Promise<void> =>
  insertUnanswered(tx.db, tx.account.id, unanswered)

interface Cost {
  messageId: number
  costMicros: number
}

/** The message did not reach the customer: it counts and costs nothing, and shows as failed; why, unless its channel knows. */
export const voidMessage = (tx: Tx, message: Cost & { fault?: Fault | undefined }): Promise<void> =>
  voidMessageRow(tx.db, tx.account.id, message)

/** It has reached the customer after all. */
export const restoreMessage = (tx: Tx, message: Cost): Promise<void> => restoreMessageRow(tx.db, tx.account.id, message)

/** A message that was recorded before costs something now. */
export const addCost = (tx: Tx, cost: { conversationId: number; costMicros: number }): Promise<void> =>
  raiseCost(tx.db, tx.account.id, cost)
