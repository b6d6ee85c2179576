// Finds inbound messages at the carrier whose webhooks did not arrive: the carrier retries them only a few times.
import { findCarrierAccountById } from '#server/features/carrier-accounts/index.ts'
import { claimSendersToPoll, markPolled, type SenderToPoll } from '#server/features/senders/index.ts'
import { CarrierError } from '#server/platform/carriers/carrier-error.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { toDate } from '#server/platform/time/timestamps.ts'
import type { CarrierAccount, CarrierMessage, InboundMessage, MessageCarrier } from '#server/ports/carrier.ts'
import { selectActiveSenders } from '../contacts/store-contacts.ts'
import { selectAttachedIds } from '../delivery/store.ts'
import { storeInboundMessage } from '../inbox/store-inbox.ts'

const minuteMs = 60 * 1000
/** Senders that exchanged messages with a customer within a day are checked in every run. */
const maxActive = 500
/** Inactive senders are checked in turn, each hourly as long as there are at most twelve times this number. */
const maxInactive = 100
const quietForMs = 60 * minuteMs
/** The carrier may list a message late, and its clock may differ. */
const overlapMs = 30 * minuteMs
/** Covers an outage over a weekend. Older messages are no longer worth an answer. */
const maxAgeMs = 72 * 60 * minuteMs

export async function findLostMessages(context: AppContext): Promise<void> {
  const now = context.now()
  const active = await selectActiveSenders(context.db, maxActive)
  const ids = active.map(({ senderId }) => senderId)
  const senders = await claimSendersToPoll(context.db, { ids, quietForMs, limit: maxInactive })
  // A carrier account that does not answer is skipped for its other senders.
  const unavailable = new Set<string>()
  for (const sender of senders) {
    const { accountId, id, carrierAccountId } = sender
    if (unavailable.has(carrierAccountId)) continue
    try {
      await findLostOfSender(context, sender, now)
      await markPolled(context.db, accountId, { id, until: now })
    } catch (error) {
      if (!(error instanceof CarrierError)) throw error
      if (error.retryable || error.reason === 'unauthorised') unavailable.add(carrierAccountId)
      context.log.warn({ sender: id, failure: error.code }, 'could not look for lost messages')
    }
  }
}

async function findLostOfSender(context: AppContext, sender: SenderToPoll, now: Date): Promise<void> {
  const { accountId, channel, carrierAccountId, phoneNumber } = sender
  const account = await findCarrierAccountById(context, carrierAccountId)
  if (!account) return
  const search = { channel, to: phoneNumber, since: searchStart(sender, now) }
  const { capabilities, messages } = context.carriers.of(account)
  if (!capabilities.includes('listsMessages')) return
  const listed = await messages.listMessages(account, search)
  const inbound = listed.filter(({ status }) => status === 'received')
  const externalIds = inbound.map(({ externalId }) => externalId)
  const known = await selectAttachedIds(context.db, accountId, externalIds)
  // The carrier lists the newest first.
  const lost = inbound.filter(({ externalId }) => !known.has(externalId)).reverse()
  for (const message of lost) {
    const found = await toInboundMessage(messages, account, message, { channel, to: phoneNumber })
    if (found) await storeInboundMessage(context, found, message.createdAt)
  }
}

/** Excludes messages from before the account had the number. */
function searchStart({ claimedAt, polledUntil }: SenderToPoll, now: Date): Date {
  const start = Math.min(toDate(polledUntil).getTime(), now.getTime()) - overlapMs
  return new Date(Math.max(start, now.getTime() - maxAgeMs, toDate(claimedAt).getTime()))
}

/** The list contains fewer fields than the webhook. */
async function toInboundMessage(
  messages: MessageCarrier,
  account: CarrierAccount,
  { externalId, from, body, mediaCount }: CarrierMessage,
  { channel, to }: Pick<InboundMessage, 'channel' | 'to'>,
): Promise<InboundMessage | undefined> {
  if (from === null) return undefined
  return {
    carrierAccountId: account.externalId,
    to,
    externalId,
    channel,
    from,
    body,
    profileName: null,
    waId: null,
    externalUserId: null,
    username: null,
    media: mediaCount > 0 ? await listMedia(messages, account, externalId) : [],
    buttonText: null,
    buttonPayload: null,
    messageType: null,
    location: null,
    optOutType: null,
    repliedToExternalId: null,
  }
}

/** Media that the carrier no longer has are ignored, so that the text is received. */
async function listMedia(
  messages: MessageCarrier,
  account: CarrierAccount,
  externalId: string,
): Promise<InboundMessage['media']> {
  try {
    return await messages.listMedia(account, externalId)
  } catch (error) {
    if (!(error instanceof CarrierError) || error.retryable || error.reason === 'unauthorised') throw error
    return []
  }
}
