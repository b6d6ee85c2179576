// Reads a conversation in pages, for visitors or for its owner.
import { historyPageSize } from '#contract/conversations/conversation-fields.ts'
import type { AccountContext, PublicContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { countVisitorRequest } from '#server/platform/visitor-requests.ts'
import { type ChannelDeliveries, channelOf } from './conversation/channel.ts'
import { type ConversationWithHistory, isVisible } from './conversation/conversation.ts'
import { findAssistantOf } from './conversation/find-assistant-of.ts'
import { findByUuid, findOwn, type HistoryCursor } from './conversation/store.ts'
import { type ConversationFiles, loadFiles } from './files/serve-file.ts'
import { isOwner, isPublic } from './visitors/visitor.ts'
import { type Abilities, abilitiesOf } from './visitors/visitor-calls.ts'

export interface HistoryPage {
  conversation: ConversationWithHistory
  /** For the messages before this page; null if there are none. */
  nextCursor: string | null
  /** Of messages of a conversation without a channel. */
  files: ConversationFiles
}

/**
 * Refuses with `CONVERSATION_NOT_FOUND` and, for visitors, `TOO_MANY_REQUESTS`. Failed messages are omitted, so a page
 * can contain fewer messages than its size.
 */
export async function getPublicConversation(
  ctx: PublicContext,
  uuid: string,
  before: string | undefined,
): Promise<HistoryPage & Abilities> {
  if (!ctx.account) await countVisitorRequest(ctx, 'read')
  const found = await findByUuid(ctx.db, uuid, historyPageSize + 1, parseCursor(before))
  if (ctx.account && !(found && isOwner(ctx, found.accountId))) await countVisitorRequest(ctx, 'read')
  if (!found || !isPublic(found.type)) throw new Refusal('CONVERSATION_NOT_FOUND')
  const [files, assistant] = await Promise.all([loadFiles(ctx, found), findAssistantOf(ctx.db, found)])
  const now = ctx.now()
  const { conversation, nextCursor } = pageOf(found)
  const history = conversation.history.filter((message) => isVisible(message, conversation, now))
  return { conversation: { ...conversation, history }, nextCursor, files, ...abilitiesOf(ctx, assistant) }
}

/** Refuses with `CONVERSATION_NOT_FOUND`. A pending message whose turn was lost is returned as failed. */
export async function getConversation(
  ctx: AccountContext,
  { uuid, before }: { uuid: string; before: string | undefined },
): Promise<HistoryPage & { deliveries: ChannelDeliveries | undefined }> {
  const found = await findOwn(ctx.db, ctx.account.id, uuid, historyPageSize + 1, parseCursor(before))
  if (!found) throw new Refusal('CONVERSATION_NOT_FOUND')
  const now = ctx.now()
  const { conversation, nextCursor } = pageOf(found)
  const history = conversation.history.map((message) =>
    isVisible(message, conversation, now) ? message : { ...message, state: 'failed' as const },
  )
  const messageIds = history.map(({ id }) => id)
  const [deliveries, files] = await Promise.all([
    channelOf(ctx, conversation)?.loadDeliveries(ctx, conversation.id, messageIds),
    loadFiles(ctx, conversation),
  ])
  return { conversation: { ...conversation, history }, nextCursor, deliveries, files }
}

/** Expects a conversation that was read with one message more than a page contains. */
function pageOf(conversation: ConversationWithHistory): Omit<HistoryPage, 'files'> {
  const history = conversation.history.slice(-historyPageSize)
  const [oldest] = history
  const hasMore = conversation.history.length > historyPageSize
  return {
    conversation: { ...conversation, history },
    nextCursor: hasMore && oldest ? `${oldest.turn}.${oldest.part}` : null,
  }
}

function parseCursor(cursor: string | undefined): HistoryCursor | undefined {
  if (cursor === undefined) return undefined
  const [turn = 0, part = 0] = cursor.split('.').map(Number)
  return { turn, part }
}
