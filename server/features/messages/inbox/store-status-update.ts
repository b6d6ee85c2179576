// Putting what the carrier tells of a message of ours into the inbox, once, and asking for it to be worked off.

import type { StatusUpdate } from '#server/ports/carrier.ts'
import { provider } from './provider.ts'
import { type InboxPlace, insertInboxEntry } from './store-inbox.ts'

/** `uuid` is the message's. */
export async function storeStatusUpdate(place: InboxPlace, uuid: string, news: StatusUpdate): Promise<void> {
  const { accountSid, sid } = news
  const event = `status:${news.status}`
  const entry = { provider, accountSid, sid, event, subject: uuid, news }
  await insertInboxEntry(place, entry)
}
