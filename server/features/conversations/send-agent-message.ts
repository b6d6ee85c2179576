// A person of the account writes to the customer, and so takes the conversation over.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { IdempotentOperation } from '#server/platform/idempotent-operation.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import { type Channels, channelOf } from './conversation/channel.ts'
import { scheduleEndAfterQuiet } from './conversation/end-job.ts'
import { findOwn } from './conversation/store.ts'
import { findWrittenUnder, insertWritten } from './conversation/store-messages.ts'

export interface AgentMessageInput {
  uuid: string
  text: string
  effect: IdempotentOperation | undefined
}

/**
 * Refuses with `CONVERSATION_NOT_FOUND`, and as the channel does that would have to carry the message. The assistant is
 * silent from then on, until it is enabled again.
 */
export async function sendAgentMessage(
  ctx: AccountContext,
  channels: Channels,
  { uuid, text, effect }: AgentMessageInput,
): Promise<{ messageId: number; createdAt: Timestamp }> {
  const conversation = await findOwn(ctx.db, ctx.account.id, uuid, 0)
  if (!conversation) throw new Refusal('CONVERSATION_NOT_FOUND')
  const writtenBefore = effect?.isResumed
    ? await findWrittenUnder(ctx.db, ctx.account.id, conversation.id, effect.key)
    : undefined
  if (writtenBefore) return writtenBefore
  await channelOf(channels, conversation)?.checkCanSend(ctx, conversation.id)
  return transaction(ctx, async (tx) => {
    const written = { text, requestKey: effect?.key }
    const inserted = await insertWritten(tx.db, ctx.account.id, conversation.id, written)
    if (!inserted) throw new Refusal('CONVERSATION_NOT_FOUND')
    if (inserted.hasOpened) await scheduleEndAfterQuiet(tx, conversation)
    const { accountId, id: conversationId } = conversation
    await tx.emit('conversation.person-wrote', { accountId, conversationId, messageId: inserted.messageId })
    return inserted
  })
}
