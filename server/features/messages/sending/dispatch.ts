// Sends a message: stores it with everything that belongs to it, then submits it to the carrier.
import { setTimeout } from 'node:timers/promises'
import { hold, release } from '#server/features/billing/index.ts'
import { addCost } from '#server/features/conversations/index.ts'
import type { Sender } from '#server/features/senders/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { OutgoingContent } from '#server/ports/carrier.ts'
import { findMessageByEffect, hasPartsUnderWay, insertMessages } from '../delivery/store.ts'
import { submitToCarrier } from '../delivery/submit-to-carrier.ts'
import { recordForContact } from '../history/record-for-contact.ts'
import type { LoadedMedia } from '../media/load-media.ts'
import { mediaUrlOf } from '../media/serve-media.ts'
import { insertOutgoingMedia } from '../media/store-media.ts'
import type { SentMessage } from '../message/message.ts'
import { leastPrice, priceOf } from '../message/price.ts'

export interface Dispatch {
  sender: Sender
  customerKey: string
  address: string
  name: string | null
  /** When it was checked that the message may be sent; becomes its creation time. */
  checkedAt: Timestamp
  content:
    | { kind: 'template'; templateExternalId: string; variables: Record<string, string>; text: string }
    /** The first part contains the media; its text is the caption. */
    | { kind: 'freeform'; texts: string[]; media?: LoadedMedia | undefined; text: string }
  /** The conversation's message: recorded by `dispatch` with this assistant, or recorded before. */
  entry:
    | { assistantId: number | null; timeoutMinutes?: number | undefined }
    | { conversationId: number; messageId: number }
  /** At most one message is sent for each key. */
  effectKey: string | undefined
  campaignId?: number | undefined
  /** An existing hold, of the least price of a message. */
  ledgerRef?: string | undefined
}

/** An outcome can remain unknown for long, and the hold must not expire before it is known. */
const holdMs = 24 * 60 * 60 * 1000

/**
 * Returns the first part of the message after the carrier has accepted it, or undefined if a message was sent before
 * for the effect key. Throws a `Refusal`: `INSUFFICIENT_BALANCE`, `PROVIDER_ERROR_*`, `UNKNOWN_ERROR` …
 */
export async function dispatch(ctx: AccountContext, message: Dispatch): Promise<SentMessage | undefined> {
  const mediaToken = ctx.newId()
  const stored = await storeInOrder(ctx, message, mediaToken)
  if (!stored) return undefined
  const content = firstContent(ctx, message, mediaToken)
  const { sender } = message
  return { ...stored, message: await submitToCarrier(ctx, { message: stored.message, content, sender }) }
}

/** Three parts take 5 s if no status update arrives; a slower carrier does not delay other messages. */
const longestWaitMs = 6_000
const pollEveryMs = 50

/** Waits until the carrier has all parts of earlier messages to the customer. */
async function storeInOrder(ctx: AccountContext, message: Dispatch, mediaToken: string) {
  const { sender, customerKey, effectKey } = message
  const { db, account } = ctx
  const contact = { senderId: sender.id, customerKey }
  const deadline = performance.now() + longestWaitMs
  for (;;) {
    const mayOvertake = performance.now() >= deadline
    try {
      return await transaction(ctx, (tx) => store(tx, message, { mediaToken, mayOvertake }))
    } catch (error) {
      if (!(error instanceof NotStored)) throw error
    }
    const wasSent = effectKey !== undefined && (await findMessageByEffect(db, account.id, effectKey))
    if (wasSent || mayOvertake) return undefined
    while (performance.now() < deadline && (await hasPartsUnderWay(db, account.id, contact)))
      await setTimeout(pollEveryMs)
  }
}

/** The effect key has a message already, or earlier parts are under way. */
class NotStored extends Error {}

async function store(
  tx: Tx,
  message: Dispatch,
  { mediaToken, mayOvertake }: { mediaToken: string; mayOvertake: boolean },
): Promise<SentMessage> {
  const { sender, customerKey, address, name, content, checkedAt, effectKey = null, campaignId = null } = message
  // The text of a template is null if only the carrier knows it.
  const bodies = content.kind === 'template' ? [content.text || null] : content.texts
  const { priceMicros, segmentPriceMicros, segments } = priceOf(tx.settings, sender.channel, bodies)
  const ledgerRef = await holdPrice(tx, message, priceMicros)
  const { conversationId, conversationUuid, messageId, assistantId } = await record(tx, message, priceMicros)
  const [head] = await insertMessages(tx.db, tx.account.id, {
    senderId: sender.id,
    customerKey,
    address,
    name,
    kind: content.kind,
    conversationId,
    conversationMessageId: messageId,
    carrierAccountId: sender.carrierAccountId,
    effectKey,
    assistantId,
    campaignId,
    ledgerRef,
    priceMicros,
    segmentPriceMicros,
    parts: bodies.map((body, index) => ({
      uuid: tx.newId(),
      callbackToken: tx.newId(),
      body,
      segments: segments[index]!,
    })),
    mayOvertake,
    checkedAt,
  })
  if (!head) throw new NotStored()
  if (content.kind === 'freeform' && content.media) {
    const media = { ...content.media, messageId: head.id, conversationId, token: mediaToken }
    await insertOutgoingMedia(tx.db, tx.account.id, media)
  }
  return { message: head, conversationUuid }
}

/** Returns the reference of the hold. An existing hold that is less than the price is replaced. */
async function holdPrice(tx: Tx, { sender, ledgerRef }: Dispatch, priceMicros: number): Promise<string> {
  if (ledgerRef !== undefined && priceMicros <= leastPrice(tx.settings, sender.channel)) return ledgerRef
  if (ledgerRef !== undefined) await release(tx, ledgerRef)
  const ref = `message:${tx.newId()}`
  await hold(tx, { ref, amountMicros: priceMicros, forMs: holdMs })
  return ref
}

async function record(tx: Tx, { sender, customerKey, address, name, content, entry }: Dispatch, costMicros: number) {
  if ('messageId' in entry) {
    const { conversationId } = entry
    const { assistantId } = await addCost(tx.db, tx.account.id, { conversationId, costMicros })
    return { ...entry, assistantId, conversationUuid: undefined }
  }
  const { assistantId, timeoutMinutes } = entry
  const contact = { senderId: sender.id, customerKey, channel: sender.channel, address, name }
  const { text } = content
  return recordForContact(tx, contact, { assistantId, timeoutMinutes, author: 'assistant', text, costMicros })
}

function firstContent(ctx: AccountContext, { content }: Dispatch, mediaToken: string): OutgoingContent {
  if (content.kind === 'template') {
    const { templateExternalId, variables } = content
    return { kind: 'template', templateExternalId, variables }
  }
  const [first = ''] = content.texts
  if (!content.media) return { kind: 'text', body: first }
  return { kind: 'media', mediaUrl: mediaUrlOf(ctx, mediaToken), ...(first === '' ? {} : { caption: first }) }
}
