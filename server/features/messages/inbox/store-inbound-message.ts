// Putting a customer's message into the inbox, once, and asking for it to be worked off.
import type { InboundMessage } from '#server/ports/carrier.ts'
import { provider } from './provider.ts'
import { type InboxPlace, insertInboxEntry } from './store-inbox.ts'

/** `sentAt` is when the carrier got it, where that was a while ago. */
export async function storeInboundMessage(place: InboxPlace, news: InboundMessage, sentAt?: Date): Promise<void> {
  const { accountSid, sid, from, to } = news
  const subject = `${accountSid} ${from} > ${to}`
  const entry = { provider, accountSid, sid, event: 'message', subject, news, sentAt }
  await insertInboxEntry(place, entry)
}
