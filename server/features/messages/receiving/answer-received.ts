// Applies the opt-out that a received message contains, and schedules its answer.
import { hasOptedOut } from '#server/features/consents/index.ts'
import type { Tx } from '#server/platform/context/context.ts'
import { addAnswerJob } from '../answering/answer-customer.ts'
import { addConfirmJob } from '../answering/confirm-opt-out.ts'
import { applyOptOut } from '../contacts/do-not-contact.ts'
import { isStartWord, type OptOut, parseOptOut } from '../contacts/opt-out.ts'
import type { Saved } from './record-received.ts'

/** Returns the keyword of the message, if it has one. */
export async function receiveOptOut(tx: Tx, { id, inbound, contact }: Saved): Promise<OptOut | undefined> {
  const isOptIn = isStartWord(inbound.body) && (await hasOptedOut(tx, inbound.from))
  const optOut = parseOptOut(inbound, contact) ?? (isOptIn ? 'start' : undefined)
  if (optOut) await applyOptOut(tx, { address: inbound.from, optOut, inboundId: id })
  return optOut
}

export async function scheduleAnswer(
  tx: Tx,
  { id, inbound, contact, recorded }: Saved,
  { optOut, afterMs }: { optOut: OptOut | undefined; afterMs: number },
): Promise<void> {
  // The carrier itself replies to a keyword that it detects, and to those of an SMS also without reporting it.
  if (!recorded || inbound.optOutType !== null || (optOut && inbound.channel === 'sms')) return
  const ref = { accountId: tx.account.id, conversationId: recorded.conversationId }
  if (optOut === undefined) {
    if (recorded.assistantId !== null) await addAnswerJob(tx, ref, afterMs)
  } else if (optOut === 'start' || contact === undefined || contact.optedOutAt === null) {
    await addConfirmJob(tx, { ...ref, inboundId: id })
  }
}
