// Sends an agent's message to the customer, which takes the conversation over.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { IdempotentOperation } from '#server/platform/idempotent-operation.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import { channelOf } from './conversation/channel.ts'
import { scheduleEndAfterInactivity } from './conversation/end-job.ts'
import { announceOwner, eventDataOf } from './conversation/event-data.ts'
import { findOwn } from './conversation/store.ts'
import { findMessageByEffect, insertAgentMessage } from './conversation/store-messages.ts'
import { lockActingMember } from './inbox/acting-member.ts'
import { ownedByAnother } from './inbox/set-owner.ts'
import { insertRead } from './inbox/store-inbox.ts'

export interface AgentMessageInput {
  uuid: string
  text: string
  /** Also in a conversation of another member. */
  takeOver: boolean
  operation: IdempotentOperation | undefined
}

/**
 * Refuses with `CONVERSATION_NOT_FOUND`, `OWNED_BY_ANOTHER`, and with the channel's refusals if it cannot deliver the
 * message. The assistant does not answer until it owns the conversation again.
 */
export async function sendAgentMessage(
  ctx: AccountContext,
  { uuid, text, takeOver, operation }: AgentMessageInput,
): Promise<{ messageId: number; createdAt: Timestamp }> {
  const conversation = orRefuse(await findOwn(ctx.db, ctx.account.id, uuid, 0), 'CONVERSATION_NOT_FOUND')
  const earlier = operation?.isResumed
    ? await findMessageByEffect(ctx.db, ctx.account.id, conversation.id, operation.key)
    : undefined
  if (earlier) return earlier
  await channelOf(ctx, conversation)?.checkCanSend(ctx, conversation.id)
  return transaction(ctx, async (tx) => {
    const memberId = await lockActingMember(tx)
    const message = { text, requestKey: operation?.key, memberId, takeOver }
    const inserted = await insertAgentMessage(tx.db, ctx.account.id, conversation.id, message)
    if (!inserted) {
      const current = await findOwn(tx.db, ctx.account.id, uuid, 0)
      throw current ? await ownedByAnother(tx, current) : new Refusal('CONVERSATION_NOT_FOUND')
    }
    if (memberId !== null) await insertRead(tx.db, ctx.account.id, memberId, uuid)
    if (inserted.hasOpened) await scheduleEndAfterInactivity(tx, conversation)
    const { messageId } = inserted
    const data = eventDataOf(conversation)
    await tx.emit('conversation.message', { ...data, messageId, author: 'person' })
    const ownerId = memberId ?? conversation.ownerId
    if (conversation.aiEnabled || conversation.ownerId !== ownerId)
      await announceOwner(tx, conversation, { aiEnabled: false, ownerId })
    await tx.emit('conversation.person-wrote', { ...data, messageId })
    return inserted
  })
}
