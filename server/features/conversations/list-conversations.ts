// Lists the account's conversations.
import { findAssistant, selectAssistantNames } from '#server/features/assistants/index.ts'
import { namesOfContact } from '#server/features/contacts/index.ts'
import { selectMemberNames } from '#server/features/members/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { cursorsBeside, readCursor } from '#server/platform/http/replies/cursor.ts'
import type { ListedPage } from '#server/platform/http/replies/page.ts'
import { invalidSelection } from '#server/platform/refusal.ts'
import { channelOf, messageTypes, type SenderName } from './conversation/channel.ts'
import type { Conversation } from './conversation/conversation.ts'
import { type ConversationFilter, type ConversationOrder, selectConversations } from './conversation/store-list.ts'
import { selectLastMessages } from './conversation/store-messages.ts'
import { countUnread } from './inbox/store-inbox.ts'
import { type Label, selectLabelsOf } from './inbox/store-labels.ts'
import type { ConversationParties } from './present.ts'

const cursorLists = { newest: 'conversations', activity: 'conversations-by-activity' } as const

export interface ListInput
  extends Omit<ConversationFilter, 'timeZone' | 'customerKeys' | 'owner' | 'unreadBy' | 'contact'> {
  contactId: number | undefined
  senderPhone: string | undefined
  /** `me` for the signed-in member, or the id of a member. */
  owner: 'assistant' | 'nobody' | 'me' | number | undefined
  isUnread: boolean | undefined
  sort: ConversationOrder
  page: number
  perPage: number
  /** From an earlier response; takes precedence over `page`. */
  cursor: string | undefined
}

/**
 * Throws `InvalidInput` for another account's assistant or contact, for a cursor that Parley did not create for this order, and for
 * filters that need a signed-in member.
 */
export async function listConversations(
  ctx: AccountContext,
  { senderPhone, contactId, owner, isUnread, sort, page, perPage, cursor: position, ...filter }: ListInput,
): Promise<ListedPage<Conversation>> {
  const { assistantId } = filter
  if (assistantId !== undefined && !(await findAssistant(ctx.db, ctx.account.id, assistantId)))
    throw invalidSelection('assistant_id')
  const userId = ctx.actor?.kind === 'member' ? ctx.actor.id : undefined
  if (userId === undefined && owner === 'me') throw invalidSelection('owner')
  if (userId === undefined && isUnread !== undefined) throw invalidSelection('unread')
  const cursorList = cursorLists[sort]
  const cursor = position === undefined ? undefined : readCursor(ctx, cursorList, position)
  const customerKeys = senderPhone === undefined ? undefined : await customerKeysOf(ctx, senderPhone)
  const listed = await selectConversations(
    ctx.db,
    ctx.account.id,
    {
      ...filter,
      owner: owner === 'me' ? userId : owner,
      unreadBy: isUnread === undefined ? undefined : { userId: userId!, isUnread },
      customerKeys,
      contact: await namesOfContact(ctx, contactId),
      timeZone: ctx.account.timeZone,
    },
    { sort, perPage, position: cursor ?? { offset: (page - 1) * perPage } },
  )
  const timeOf = (row: Conversation) => (sort === 'activity' ? row.lastActivityAt : row.createdAt)
  return { ...listed, ...cursorsBeside(ctx, cursorList, listed, timeOf) }
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

/** Loads what replies show of other records: assistants, including deleted ones, senders, labels, owners, and what is unread. */
export async function loadParties(
  ctx: AccountContext,
  conversations: readonly Conversation[],
): Promise<(conversation: Conversation) => ConversationParties> {
  const { db, account, actor } = ctx
  const ids = conversations.map(({ id }) => id)
  const ownerIds = [...new Set(conversations.flatMap(({ ownerId }) => ownerId ?? []))]
  const [assistants, senders, labels, lastMessages, ownerNames, unread] = await Promise.all([
    findAssistantNames(ctx, conversations),
    findSenderNames(ctx, conversations),
    ids.length === 0 ? new Map<number, Label[]>() : selectLabelsOf(db, account.id, ids),
    selectLastMessages(db, account.id, ids),
    ownerIds.length === 0 ? new Map<number, string>() : selectMemberNames(db, account.id, ownerIds),
    actor?.kind === 'member' && ids.length > 0 ? countUnread(db, account.id, actor.id, ids) : undefined,
  ])
  return ({ id, assistantId, ownerId }) => ({
    assistant: assistantId === null ? { uuid: null, name: null } : assistants.get(assistantId)!,
    sender: senders.get(id) ?? null,
    labels: labels.get(id) ?? [],
    lastMessage: lastMessages.get(id),
    ownerName: ownerId === null ? undefined : ownerNames.get(ownerId),
    unread: actor?.kind === 'member' ? (unread?.get(id) ?? 0) : null,
    timeZone: account.timeZone,
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
