// Sending a message: everything about it is stored first, then the carrier gets it.
import { hold } from '#server/features/billing/index.ts'
import { addCost, recordForCustomer } from '#server/features/conversations/index.ts'
import type { Sender } from '#server/features/senders/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { OutgoingContent } from '#server/ports/carrier.ts'
import { findMessageByEffect, insertMessages } from '../delivery/store.ts'
import { submitToCarrier } from '../delivery/submit-to-carrier.ts'
import { waitForEarlierParts } from '../delivery/wait-for-earlier-parts.ts'
import { attachUnassigned } from '../history/attach-unassigned.ts'
import type { LoadedMedia } from '../media/load-media.ts'
import { mediaUrlOf } from '../media/media-url.ts'
import { insertOutgoingMedia } from '../media/store-media.ts'
import type { SentMessage } from '../message/message.ts'

export interface Dispatch {
  sender: Sender
  customerKey: string
  address: string
  name: string | null
  /** When it was checked that the message may be sent: it counts as created then. */
  checkedAt: Timestamp
  content:
    | { kind: 'template'; templateSid: string; variables: Record<string, string>; text: string }
    /** A medium is in the first part, whose text is its caption. */
    | { kind: 'freeform'; texts: string[]; media?: LoadedMedia | undefined; text: string }
  /** Recorded by this, or already. Under a key it is sent once. */
  said:
    | { assistantId: number | null; timeoutMinutes?: number | undefined; effectKey: string | undefined }
    | { conversationId: number; messageId: number; effectKey: string }
  /** Money that was put aside for it already. */
  ledgerRef?: string | undefined
}

/** The doubt about an outcome may last; nothing is released before it is over. */
const holdMs = 24 * 60 * 60 * 1000
const mediaGoodForSeconds = 3_600

/**
 * The first carrier message of it, once the carrier has it; undefined when its effect had its message before. Throws a
 * `Refusal`: `INSUFFICIENT_BALANCE`, `PROVIDER_ERROR_*`, `UNKNOWN_ERROR` …
 */
export async function dispatch(ctx: AccountContext, message: Dispatch): Promise<SentMessage | undefined> {
  const { sender, customerKey, said } = message
  const mediaToken = ctx.newId()
  const stored = await waitForEarlierParts(ctx, { senderId: sender.id, customerKey }, async (mayOvertake) => {
    const once = await storeOnce(ctx, { ...message, mediaToken, mayOvertake })
    return once ?? ((await wasSent(ctx, said)) ? 'sent before' : undefined)
  })
  if (stored === undefined || stored === 'sent before') return undefined
  const content = firstContent(ctx, message, mediaToken)
  return { ...stored, message: await submitToCarrier(ctx, { message: stored.message, content, sender }) }
}

async function wasSent(ctx: AccountContext, { effectKey }: Dispatch['said']): Promise<boolean> {
  return effectKey !== undefined && (await findMessageByEffect(ctx.db, ctx.account.id, effectKey)) !== undefined
}

interface Attempt extends Dispatch {
  mediaToken: string
  mayOvertake: boolean
}

class NotStored extends Error {}

/** Undefined, and all is as before, when its effect has its message already or parts of another text go first. */
async function storeOnce(ctx: AccountContext, message: Attempt): Promise<SentMessage | undefined> {
  try {
    return await transaction(ctx, (tx) => store(tx, message))
  } catch (error) {
    if (error instanceof NotStored) return undefined
    throw error
  }
}

async function store(tx: Tx, message: Attempt): Promise<SentMessage> {
  const { sender, customerKey, address, name, content, mediaToken, mayOvertake, checkedAt } = message
  const priceMicros = tx.settings.prices.chatappMessageMicros
  const ledgerRef = message.ledgerRef ?? `message:${tx.newId()}`
  if (message.ledgerRef === undefined) await hold(tx, { ref: ledgerRef, amountMicros: priceMicros, forMs: holdMs })
  const { conversationId, conversationUuid, messageId, effectKey } = await record(tx, message, priceMicros)
  const [head] = await insertMessages(tx.db, tx.account.id, {
    senderId: sender.id,
    customerKey,
    address,
    name,
    kind: content.kind,
    conversationId,
    conversationMessageId: messageId,
    carrierAccountSid: sender.carrierAccountSid,
    effectKey,
    ledgerRef,
    priceMicros,
    parts: bodiesOf(content).map((body) => ({ uuid: tx.newId(), callbackToken: tx.newId(), body })),
    mayOvertake,
    checkedAt,
  })
  if (!head) throw new NotStored()
  if (content.kind === 'freeform' && content.media) {
    const of = { messageId: head.id, conversationId }
    const media = { ...content.media, ...of, token: mediaToken, goodForSeconds: mediaGoodForSeconds }
    await insertOutgoingMedia(tx.db, tx.account.id, media)
  }
  return { message: head, conversationUuid }
}

async function record(tx: Tx, { sender, customerKey, address, name, content, said }: Dispatch, costMicros: number) {
  if ('messageId' in said) {
    await addCost(tx.db, tx.account.id, { conversationId: said.conversationId, costMicros })
    return { ...said, conversationUuid: undefined }
  }
  const { assistantId, timeoutMinutes, effectKey = null } = said
  const message = {
    customer: customerOf(sender, { customerKey, address, name }),
    assistantId,
    timeoutMinutes,
    author: 'assistant' as const,
    text: content.text,
    costMicros,
  }
  const recorded = await recordForCustomer(tx, message)
  await attachUnassigned(tx, { senderId: sender.id, customerKey }, recorded)
  return { ...recorded, effectKey }
}

/** By which the conversation of a sender's customer is found. */
export function customerOf(
  sender: Pick<Sender, 'id'>,
  { customerKey, address, name }: Pick<Dispatch, 'customerKey' | 'address' | 'name'>,
) {
  return {
    type: 'chatapp' as const,
    key: `${sender.id}:${customerKey}`,
    identifier: address,
    phone: address.startsWith('+') ? address : undefined,
    name: name ?? undefined,
  }
}

/** What each part reads like at the carrier; null where only the carrier knows. */
function bodiesOf(content: Dispatch['content']): (string | null)[] {
  if (content.kind === 'template') return [content.text === '' ? null : content.text]
  return content.texts
}

function firstContent(ctx: AccountContext, { content }: Dispatch, mediaToken: string): OutgoingContent {
  if (content.kind === 'template') {
    const { templateSid, variables } = content
    return { kind: 'template', templateSid, variables }
  }
  const [first = ''] = content.texts
  if (!content.media) return { kind: 'text', body: first }
  return { kind: 'media', mediaUrl: mediaUrlOf(ctx, mediaToken), ...(first === '' ? {} : { caption: first }) }
}
