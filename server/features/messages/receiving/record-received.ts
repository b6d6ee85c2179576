// Records a received message in the conversation of its contact.
import { isE164 } from '@parley/rules'
import { type Address, channelAddress, identifyContact, usernameAddress } from '#server/features/contacts/index.ts'
import { assignAssistant } from '#server/features/conversations/index.ts'
import type { Sender } from '#server/features/senders/index.ts'
import type { Tx } from '#server/platform/context/context.ts'
import { phoneNumberKey } from '#server/platform/text/phone-number-forms.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { InboundMessage } from '#server/ports/carrier.ts'
import { type ContactKey, findContactState } from '../contacts/store-contacts.ts'
import { recordForContact } from '../history/record-for-contact.ts'
import type { Contact } from '../message/message.ts'
import { findAssistantOf } from '../message/sender-assistant.ts'
import { inboundText, isReaction } from './inbound-text.ts'

export interface Received {
  sender: Sender
  inbound: InboundMessage
  at: Timestamp
  /** The name that the account gave the person. */
  name: string | null
  contactKey: ContactKey
  /** As the contact was before the message; undefined for the first message. */
  contact: Contact | undefined
  /** The text in the conversation's history. */
  text: string
}

/** The place of the message in a conversation. Undefined for a reaction without a conversation. */
export type Recorded = Awaited<ReturnType<typeof recordReceived>>

/** A received message that is stored. */
export interface Saved extends Received {
  id: number
  uuid: string
  recorded: Recorded
  /** Tokens of the attachments, in order. */
  tokens: readonly string[]
}

/** All addresses by which the carrier names the person who wrote. */
function addressesOf({ from, waId, externalUserId, username, carrierAccountId }: InboundMessage): Address[] {
  const number = waId === null ? null : `+${waId}`
  const named = [from, externalUserId, number !== null && isE164(number) ? number : null]
  const addresses = named.flatMap((address) => (address === null ? [] : channelAddress(address, carrierAccountId)))
  const unique = new Map(addresses.map((address) => [`${address.kind} ${address.key}`, address]))
  return [...unique.values(), ...(username ? [usernameAddress(username)] : [])]
}

export async function readReceived(
  tx: Tx,
  { sender, inbound, at }: Pick<Received, 'sender' | 'inbound' | 'at'>,
): Promise<Received> {
  const addresses = addressesOf(inbound)
  const { name } = await identifyContact(tx, { addresses, profileName: inbound.profileName })
  const state = await findContactState(tx.db, tx.account.id, {
    senderId: sender.id,
    customerKey: phoneNumberKey(inbound.from),
    countUpTo: 0,
  })
  const contactKey = { senderId: sender.id, customerKey: state.customerKey }
  return { sender, inbound, at, name, contactKey, contact: state.contact, text: inboundText(inbound) }
}

/**
 * Returns undefined for a reaction without a conversation. Without an assistant, the message waits in the conversation
 * for an agent, until the sender gets an assistant.
 */
export async function recordReceived(tx: Tx, received: Received) {
  const { sender, inbound, contactKey, contact, text } = received
  const hasConversation = contact !== undefined && contact.conversationId !== null
  if (!hasConversation && isReaction(inbound)) return undefined
  const assistant = hasConversation ? undefined : await findAssistantOf(tx, sender)
  const name = received.name ?? contact?.givenName ?? inbound.profileName
  const customer = { ...contactKey, channel: sender.channel, address: inbound.from, name }
  const recorded = await recordForContact(tx, customer, {
    assistantId: assistant?.id ?? null,
    timeoutMinutes: assistant?.conversationInactivityTimeoutMinutes,
    author: 'customer',
    text,
    costMicros: 0,
  })
  if (recorded.assistantId !== null || !hasConversation) return recorded
  const newAssistant = await findAssistantOf(tx, sender)
  if (!newAssistant) return recorded
  await assignAssistant(tx.db, tx.account.id, { conversationId: recorded.conversationId, assistantId: newAssistant.id })
  return { ...recorded, assistantId: newAssistant.id }
}
