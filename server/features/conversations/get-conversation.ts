// Reading one conversation: as its visitor, or as its owner.
import type { Context, PublicContext } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type Channels, channelOf, type Trace } from './channel.ts'
import { type ConversationWithHistory, isVisible } from './conversation.ts'
import { isPublic } from './send-message.ts'
import { allMessages, findByUuid, findOwn } from './store.ts'

/** Refuses with `CONVERSATION_NOT_FOUND`. Messages that were never answered for are left out. */
export async function getPublicConversation(ctx: PublicContext, uuid: string): Promise<ConversationWithHistory> {
  const conversation = await findByUuid(ctx.db, uuid, allMessages)
  if (!conversation || !isPublic(conversation.type)) throw new Refusal('CONVERSATION_NOT_FOUND')
  const now = ctx.now()
  return { ...conversation, history: conversation.history.filter((message) => isVisible(message, conversation, now)) }
}

/** Refuses with `CONVERSATION_NOT_FOUND`. A message whose answer will never come is shown as failed. */
export async function getConversation(
  ctx: Context,
  channels: Channels,
  uuid: string,
): Promise<{ conversation: ConversationWithHistory; trace: Trace | undefined }> {
  const conversation = await findOwn(ctx.db, ctx.account.id, uuid, allMessages)
  if (!conversation) throw new Refusal('CONVERSATION_NOT_FOUND')
  const now = ctx.now()
  const history = conversation.history.map((message) =>
    isVisible(message, conversation, now) ? message : { ...message, state: 'failed' as const },
  )
  const trace = await channelOf(channels, conversation)?.traceTalk(ctx, conversation.id)
  return { conversation: { ...conversation, history }, trace }
}
