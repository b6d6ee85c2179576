// Records a message in the conversation of a contact, which it opens if there is none.
import { channelAddress, identifyContact } from '#server/features/contacts/index.ts'
import { recordEarlierMessages, recordForCustomer } from '#server/features/conversations/index.ts'
import type { Tx } from '#server/platform/context/context.ts'
import type { Channel } from '#server/ports/carrier.ts'
import type { ContactKey } from '../contacts/store-contacts.ts'
import { attachUnassigned, selectUnassigned } from './store-history.ts'

/** A new conversation begins with at most this number of messages that the customer sent before. */
const maxEarlierMessages = 200

type Recorded = Awaited<ReturnType<typeof recordForCustomer>>

interface ContactOfChannel extends ContactKey {
  channel: Channel
  address: string
  name: string | null
}

export async function recordForContact(
  tx: Tx,
  { senderId, customerKey, channel, address, name }: ContactOfChannel,
  message: Omit<Parameters<typeof recordForCustomer>[1], 'customer'>,
): Promise<Recorded> {
  const recorded = await recordForCustomer(tx, {
    ...message,
    customer: {
      type: channel,
      key: `${senderId}:${customerKey}`,
      identifier: address,
      phone: address.startsWith('+') ? address : undefined,
      name: name ?? undefined,
    },
  })
  if (recorded.turn === 1 && message.author !== 'customer')
    await identifyContact(tx, { addresses: [channelAddress(address)], name })
  if (recorded.turn === 1) await attachEarlierMessages(tx, { senderId, customerKey }, recorded)
  return recorded
}

async function attachEarlierMessages(tx: Tx, contact: ContactKey, { conversationId }: Recorded): Promise<void> {
  const { id: accountId } = tx.account
  const messages = await selectUnassigned(tx.db, accountId, { ...contact, limit: maxEarlierMessages })
  if (messages.length === 0) return
  const { name } = messages[0]!
  const recordedIds = await recordEarlierMessages(tx.db, accountId, { conversationId, name, messages })
  const pairs = messages.map(({ id }, index) => ({ id, conversationMessageId: recordedIds[index]! }))
  await attachUnassigned(tx.db, accountId, { conversationId, pairs })
}
