// Reading one conversation page by page: as its visitor, or as its owner.
import { historyPageSize } from '#contract/conversation-fields.ts'
import type { AccountContext, PublicContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type ChannelDeliveries, type Channels, channelOf } from './conversation/channel.ts'
import { type ConversationWithHistory, isVisible } from './conversation/conversation.ts'
import { findByUuid, findOwn, type HistoryPlace } from './conversation/store.ts'
import { isPublic } from './send-message.ts'
import { countVisitorRequest, isOwner } from './visitors/visitor.ts'

export interface HistoryPage {
  conversation: ConversationWithHistory
  /** Where the messages before this page begin; null when there are none. */
  nextCursor: string | null
}

/**
 * Refuses with `CONVERSATION_NOT_FOUND` and, for visitors, `TOO_MANY_REQUESTS`. Messages that were never answered are
 * left out, so a page can hold fewer than its size.
 */
export async function getPublicConversation(
  ctx: PublicContext,
  uuid: string,
  before: string | undefined,
): Promise<HistoryPage> {
  if (!ctx.account) await countVisitorRequest(ctx, 'read')
  const found = await findByUuid(ctx.db, uuid, historyPageSize + 1, placeOf(before))
  if (ctx.account && !(found && isOwner(ctx, found.accountId))) await countVisitorRequest(ctx, 'read')
  if (!found || !isPublic(found.type)) throw new Refusal('CONVERSATION_NOT_FOUND')
  const now = ctx.now()
  const { conversation, nextCursor } = pageOf(found)
  const history = conversation.history.filter((message) => isVisible(message, conversation, now))
  return { conversation: { ...conversation, history }, nextCursor }
}

/** Refuses with `CONVERSATION_NOT_FOUND`. A message whose answer will never come is shown as failed. */
export async function getConversation(
  ctx: AccountContext,
  channels: Channels,
  { uuid, before }: { uuid: string; before: string | undefined },
): Promise<HistoryPage & { trace: ChannelDeliveries | undefined }> {
  const found = await findOwn(ctx.db, ctx.account.id, uuid, historyPageSize + 1, placeOf(before))
  if (!found) throw new Refusal('CONVERSATION_NOT_FOUND')
  const now = ctx.now()
  const { conversation, nextCursor } = pageOf(found)
  const history = conversation.history.map((message) =>
    isVisible(message, conversation, now) ? message : { ...message, state: 'failed' as const },
  )
  const messageIds = history.map(({ id }) => id)
  const trace = await channelOf(channels, conversation)?.loadDeliveries(ctx, conversation.id, messageIds)
  return { conversation: { ...conversation, history }, nextCursor, trace }
}

/** Takes a conversation that was read with one message more than a page holds. */
function pageOf(conversation: ConversationWithHistory): HistoryPage {
  const history = conversation.history.slice(-historyPageSize)
  const [oldest] = history
  const hasMore = conversation.history.length > historyPageSize
  return {
    conversation: { ...conversation, history },
    nextCursor: hasMore && oldest ? `${oldest.turn}.${oldest.part}` : null,
  }
}

function placeOf(cursor: string | undefined): HistoryPlace | undefined {
  if (cursor === undefined) return undefined
  const [turn = 0, part = 0] = cursor.split('.').map(Number)
  return { turn, part }
}
