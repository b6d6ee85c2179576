// Names the senders of many conversations at once.
import type { SenderName } from '#server/features/conversations/index.ts'
import { selectSenderNames } from '#server/features/senders/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { selectSendersOfConversations } from '../contacts/store-contacts.ts'

export async function nameSenders(
  ctx: AccountContext,
  conversationIds: readonly number[],
): Promise<ReadonlyMap<number, SenderName>> {
  const { id: accountId } = ctx.account
  const contacts = await selectSendersOfConversations(ctx.db, accountId, conversationIds)
  const ids = [...new Set(contacts.map(({ senderId }) => senderId))]
  const names = ids.length === 0 ? [] : await selectSenderNames(ctx.db, accountId, ids)
  const byId = new Map(names.map(({ id, name, phone }) => [id, { name, phone }]))
  return new Map(contacts.map(({ conversationId, senderId }) => [conversationId, byId.get(senderId)!]))
}
