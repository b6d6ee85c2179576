// Implements the channel interface of conversations, for the chat app and for SMS.
import { canPay } from '#server/features/billing/index.ts'
import type { Channel, SenderName } from '#server/features/conversations/index.ts'
import { findSender, selectSenderIds, selectSenderNames } from '#server/features/senders/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { checkMayContact } from './contacts/do-not-contact.ts'
import { recordOptOutOf } from './contacts/record-opt-out.ts'
import { findContactByConversation, selectSendersOfConversations } from './contacts/store-contacts.ts'
import { loadChannelSummary, loadDeliveries } from './history/load-channel-history.ts'
import { loadPictures } from './media/fetch-inbound-media.ts'
import { leastPrice } from './message/price.ts'
import { isWithinDay } from './message/window.ts'
import { forgetTexts } from './personal-data/erase-messages.ts'
import { checkDeliverable } from './sending/check-deliverable.ts'

export const messageChannel: Channel = {
  loadSummary: loadChannelSummary,
  nameSenders,
  keyPrefixesOf: async (ctx, channel, phoneNumber) =>
    (await selectSenderIds(ctx.db, ctx.account.id, { channel, phoneNumber })).map(String),
  loadDeliveries,
  loadPictures,
  forgetTexts,
  checkCanSend: checkAgentCanSend,
  recordOptOut: recordOptOutOf,
}

async function nameSenders(
  ctx: AccountContext,
  conversationIds: readonly number[],
): Promise<ReadonlyMap<number, SenderName>> {
  const { id: accountId } = ctx.account
  const contacts = await selectSendersOfConversations(ctx.db, accountId, conversationIds)
  const ids = [...new Set(contacts.map(({ senderId }) => senderId))]
  const names = ids.length === 0 ? [] : await selectSenderNames(ctx.db, accountId, ids)
  const byId = new Map(
    names.map(({ id, name, phone, phoneNumberId }) => [id, { id: phoneNumberId === null ? id : null, name, phone }]),
  )
  return new Map(contacts.map(({ conversationId, senderId }) => [conversationId, byId.get(senderId)!]))
}

/** Refuses with `SENDER_NOT_FOUND`, `INSUFFICIENT_BALANCE`, and the codes of `checkDeliverable` and `checkMayContact`. */
async function checkAgentCanSend(ctx: AccountContext, conversationId: number): Promise<void> {
  const { id: accountId } = ctx.account
  const contact = await findContactByConversation(ctx.db, accountId, conversationId)
  const sender = contact && (await findSender(ctx.db, accountId, contact.senderId))
  if (!sender) throw new Refusal('SENDER_NOT_FOUND')
  await checkDeliverable(ctx, sender, contact)
  const isReply = isWithinDay(contact.lastInboundAt, contact.now)
  if (!isReply) await checkMayContact(ctx, contact.address)
  if (!(await canPay(ctx.db, accountId, leastPrice(ctx.settings, sender.channel))))
    throw new Refusal('INSUFFICIENT_BALANCE')
}
