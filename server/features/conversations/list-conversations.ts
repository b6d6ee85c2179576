// Lists the account's conversations.
import { findAssistant, selectAssistantNames } from '#server/features/assistants/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { type Cursor, readCursor, writeCursor } from '#server/platform/http/replies/cursor.ts'
import { invalidSelection } from '#server/platform/refusal.ts'
import { channelOf, messageTypes, type SenderName } from './conversation/channel.ts'
import type { Conversation } from './conversation/conversation.ts'
import { type ConversationFilter, type ConversationPage, selectConversations } from './conversation/store-list.ts'
import type { ConversationParties } from './present.ts'

const cursorList = 'conversations'

export interface ListInput extends Omit<ConversationFilter, 'timeZone' | 'customerKeys'> {
  senderPhone: string | undefined
  page: number
  perPage: number
  /** From an earlier response; takes precedence over `page`. */
  cursor: string | undefined
}

/** Throws `InvalidInput` for another account's assistant and for a cursor that Parley did not create. */
export async function listConversations(
  ctx: AccountContext,
  { senderPhone, page, perPage, cursor: position, ...filter }: ListInput,
): Promise<ConversationPage & { nextCursor: string | null; prevCursor: string | null }> {
  const { assistantId } = filter
  if (assistantId !== undefined && !(await findAssistant(ctx.db, ctx.account.id, assistantId)))
    throw invalidSelection('assistant_id')
  const cursor = position === undefined ? undefined : readCursor(ctx, cursorList, position)
  const customerKeys = senderPhone === undefined ? undefined : await customerKeysOf(ctx, senderPhone)
  const listed = await selectConversations(
    ctx.db,
    ctx.account.id,
    { ...filter, customerKeys, timeZone: ctx.account.timeZone },
    { perPage, position: cursor ?? { offset: (page - 1) * perPage } },
  )
  const { rows, total, before } = listed
  const cursorAt = (row: Conversation | undefined, direction: Cursor['direction']) =>
    row ? writeCursor(ctx, cursorList, { direction, createdAt: row.createdAt, id: row.id }) : null
  return {
    ...listed,
    nextCursor: before + rows.length < total ? cursorAt(rows.at(-1), 'next') : null,
    prevCursor: before > 0 ? cursorAt(rows[0], 'prev') : null,
  }
}

/** Ignores characters other than digits in the number. */
async function customerKeysOf(ctx: AccountContext, phone: string) {
  const number = `+${phone.replace(/\D/g, '')}`
  const keys = messageTypes.map(async (type) => ({
    type,
    prefixes: (await channelOf(ctx, { type })?.keyPrefixesOf(ctx, type, number)) ?? [],
  }))
  return Promise.all(keys)
}

/** Loads the assistants, including deleted ones, and the senders of the conversations. */
export async function loadParties(
  ctx: AccountContext,
  conversations: readonly Conversation[],
): Promise<(conversation: Conversation) => ConversationParties> {
  const [assistants, senders] = await Promise.all([
    findAssistantNames(ctx, conversations),
    findSenderNames(ctx, conversations),
  ])
  return ({ id, assistantId }) => ({
    assistant: assistantId === null ? { uuid: null, name: null } : assistants.get(assistantId)!,
    sender: senders.get(id) ?? null,
    timeZone: ctx.account.timeZone,
  })
}

async function findAssistantNames(ctx: AccountContext, conversations: readonly Conversation[]) {
  const ids = [...new Set(conversations.flatMap(({ assistantId }) => assistantId ?? []))]
  const names = ids.length === 0 ? [] : await selectAssistantNames(ctx.db, ctx.account.id, ids)
  return new Map(names.map((name) => [name.id, name]))
}

async function findSenderNames(ctx: AccountContext, conversations: readonly Conversation[]) {
  const byConversation = new Map<number, SenderName>()
  for (const [type, group] of Map.groupBy(conversations, ({ type }) => type)) {
    const ids = group.map(({ id }) => id)
    const names = await channelOf(ctx, { type })?.nameSenders(ctx, ids)
    for (const [id, name] of names ?? []) byConversation.set(id, name)
  }
  return byConversation
}
