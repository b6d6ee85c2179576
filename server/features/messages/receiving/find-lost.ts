// Finding messages of customers that the carrier told nobody of: its webhooks are tried a few times only.
import {
  claimSendersToPoll,
  findCarrierAccountBySid,
  markPolled,
  type SenderToPoll,
} from '#server/features/senders/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { toDate } from '#server/platform/time/timestamps.ts'
import type { Carrier, CarrierAccount, CarrierMessage, InboundMessage } from '#server/ports/carrier.ts'
import { selectActiveSenders } from '../contacts/store-contacts.ts'
import { selectAttachedSids } from '../delivery/store.ts'
import { storeInboundMessage } from '../inbox/store-inbound-message.ts'

const minuteMs = 60 * 1000
/** Senders that had to do with a customer within a day, and so may well be written to: at every look. */
const mostActive = 500
/** All the others in their turn, hourly while they are this few times twelve. */
const mostQuiet = 100
const quietForMs = 60 * minuteMs
/** The carrier may be slow to show a message, and two clocks disagree. */
const overlapMs = 30 * minuteMs
/** An outage over a weekend; what is older nobody waits for any more. */
const lookBackMs = 72 * 60 * minuteMs

export async function findLostMessages(context: AppContext): Promise<void> {
  const now = context.now()
  const active = await selectActiveSenders(context.db, mostActive)
  const ids = active.map(({ senderId }) => senderId)
  const senders = await claimSendersToPoll(context.db, { ids, quietForMs, limit: mostQuiet })
  // A carrier account that does not answer is not asked for each of its senders.
  const silent = new Set<string>()
  for (const sender of senders) {
    const { accountId, id, carrierAccountSid } = sender
    if (silent.has(carrierAccountSid)) continue
    try {
      await findLostOf(context, sender, now)
      await markPolled(context.db, accountId, { id, until: now })
    } catch (error) {
      if (!(error instanceof OutsideError)) throw error
      if (error.retryable || error.code === 'unauthorised') silent.add(carrierAccountSid)
      context.log.warn({ sender: id, failure: error.code }, 'lost messages could not be looked for')
    }
  }
}

async function findLostOf(context: AppContext, sender: SenderToPoll, now: Date): Promise<void> {
  const { accountId, carrierAccountSid, phoneNumber } = sender
  const account = await findCarrierAccountBySid(context, carrierAccountSid)
  if (!account) return
  const listed = await context.carrier.listMessages(account, {
    channel: 'chatapp',
    to: phoneNumber,
    since: sinceWhen(sender, now),
  })
  const inbound = listed.filter(({ status }) => status === 'received')
  const sids = inbound.map(({ sid }) => sid)
  const known = new Set(sids.length > 0 ? await selectAttachedSids(context.db, accountId, sids) : [])
  // The carrier lists the newest first.
  const lost = inbound.filter(({ sid }) => !known.has(sid)).reverse()
  for (const message of lost) {
    const news = await asInbound(context, account, message, phoneNumber)
    if (news) await storeInboundMessage(context, news, message.createdAt)
  }
}

/** Never from before the account had the number: that was somebody else's. */
function sinceWhen({ claimedAt, polledUntil }: SenderToPoll, now: Date): Date {
  const wanted = Math.min(toDate(polledUntil).getTime(), now.getTime()) - overlapMs
  return new Date(Math.max(wanted, now.getTime() - lookBackMs, toDate(claimedAt).getTime()))
}

/** What a list tells of a message is less than what its webhook would have told. */
async function asInbound(
  { carrier }: AppContext,
  account: CarrierAccount,
  { sid, from, body, mediaCount }: CarrierMessage,
  to: string,
): Promise<InboundMessage | undefined> {
  if (from === null) return undefined
  return {
    accountSid: account.accountSid,
    to,
    sid,
    channel: 'chatapp',
    from,
    body,
    profileName: null,
    waId: null,
    externalUserId: null,
    media: mediaCount > 0 ? await mediaOf(carrier, account, sid) : [],
    buttonText: null,
    buttonPayload: null,
    messageType: null,
    location: null,
    optOutType: null,
    repliedToSid: null,
  }
}

/** Media that the carrier has no more must not keep the words from being told. */
async function mediaOf(carrier: Carrier, account: CarrierAccount, sid: string): Promise<InboundMessage['media']> {
  try {
    return await carrier.listMedia(account, sid)
  } catch (error) {
    if (!(error instanceof OutsideError) || error.retryable || error.code === 'unauthorised') throw error
    return []
  }
}
