// Stores a received message, the state of its contact, and its media.

import { countSegments } from '@parley/rules'
import type { Tx } from '#server/platform/context/context.ts'
import type { OptOut } from '../contacts/opt-out.ts'
import { endOtherOptOuts, saveInboundContact } from '../contacts/store-contacts.ts'
import { insertInbound } from '../history/store-inbound.ts'
import { mediaJob } from '../media/fetch-inbound-media.ts'
import { insertInboundMedia } from '../media/store-media.ts'
import { messageStatuses } from '../message/delivery-status.ts'
import type { Received, Recorded, Saved } from './record-received.ts'
import { hasMessageWebhook } from './send-message-webhook.ts'

export async function saveMessage(tx: Tx, received: Received, recorded: Recorded): Promise<Saved> {
  const { inbound, text, at, contactKey } = received
  const uuid = tx.newId()
  const id = await insertInbound(tx.db, tx.account.id, {
    ...contactKey,
    uuid,
    inbound,
    text,
    conversationId: recorded?.conversationId ?? null,
    conversationMessageId: recorded?.messageId ?? null,
    at,
    segments: inbound.channel === 'sms' ? countSegments(inbound.body) : null,
  })
  if (id === undefined) throw new Error('An inbound message was stored before its inbox entry was processed.')
  tx.countEvent(messageStatuses, 'received')
  return { ...received, id, uuid, recorded, tokens: inbound.media.map(() => tx.newId()) }
}

/** Each further message delays the answer, up to this number of pauses in total. */
const maxPauses = 5

/** Returns for how long the answer is delayed. */
export async function saveContact(tx: Tx, saved: Saved, optOut: OptOut | undefined): Promise<number> {
  const { id, inbound, recorded, at, contactKey, contact } = saved
  const pauseMs = tx.settings.inboundPauseMs
  const hadOptedOut = contact && (contact.optedOutAt ?? contact.marketingOptedOutAt) !== null
  if (hadOptedOut && optOut !== 'stop')
    await endOtherOptOuts(tx.db, tx.account.id, { ...contactKey, isOptIn: optOut === 'start' })
  const leftMs = await saveInboundContact(tx.db, tx.account.id, {
    ...contactKey,
    address: inbound.from,
    profileName: inbound.profileName,
    conversationId: recorded?.conversationId ?? null,
    inboundId: id,
    at,
    optOut,
    answerWithinMs: pauseMs * maxPauses,
  })
  return Math.min(pauseMs, leftMs)
}

export async function saveMedia(tx: Tx, { id, inbound, recorded, sender, tokens }: Saved): Promise<void> {
  if (inbound.media.length === 0) return
  const accountId = tx.account.id
  const mediaIds = await insertInboundMedia(tx.db, accountId, {
    messageId: id,
    conversationId: recorded?.conversationId ?? null,
    media: inbound.media.map((item, index) => ({ ...item, token: tokens[index]! })),
    isShared: hasMessageWebhook(sender),
  })
  for (const mediaId of mediaIds) await tx.addJob(mediaJob, { accountId, mediaId })
}
