// Follows the delivery of the messages of campaigns.
import type { EventPayload } from '#contract/events/events.ts'
import { actFor } from '#server/features/accounts/index.ts'
import { findEffectKey, findMessage, findMessageByEffect } from '#server/features/messages/index.ts'
import type { AppContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { isUuid } from '#server/platform/text/uuid.ts'
import { type Outcome, outcomeOfMessage } from '../attempt/outcome.ts'
import { lockAttempt, saveMessageId } from '../attempt/store.ts'
import { findCampaign } from '../campaign/store.ts'
import { endAttempt, settleAttempt } from './settle-attempt.ts'

/** In the transaction that stores the status. */
export async function settleMessage(
  tx: Tx,
  { accountId, messageId, status }: EventPayload<'message.status'>,
): Promise<void> {
  // Messages that others send have other keys.
  const effectKey = await findEffectKey(tx.db, accountId, messageId)
  const attempt = effectKey !== null && isUuid(effectKey) ? await lockAttempt(tx.db, effectKey) : undefined
  if (!attempt) return
  if (attempt.messageId === null) await saveMessageId(tx.db, attempt, messageId)
  const message = await findMessage(tx.db, accountId, messageId)
  const outcome = outcomeOfMessage(status, message?.failureReason ?? null)
  // A message that was only sent can still fail.
  if (outcome === undefined || (outcome === 'sent' && attempt.endedAt === null)) return
  const detail = message?.errorMessage ?? null
  if (attempt.endedAt !== null) return endAttempt(tx, attempt, { outcome, detail })
  const campaign = await findCampaign(tx.db, accountId, attempt.campaignId)
  if (campaign) await settleAttempt(tx, campaign, attempt, { outcome, detail })
}

/** For a message whose delivery was not reported in time. It may have reached the person, so it is not sent again. */
export async function settleExpired(
  context: AppContext,
  { accountId, uuid }: { accountId: number; uuid: string },
): Promise<void> {
  const ctx = await actFor(context, accountId)
  if (!ctx) return
  await transaction(ctx, async (tx) => {
    const attempt = await lockAttempt(tx.db, uuid)
    if (!attempt || attempt.endedAt !== null) return
    const message = await findMessageByEffect(tx.db, accountId, uuid)
    const campaign = await findCampaign(tx.db, accountId, attempt.campaignId)
    if (!campaign) return
    if (message && attempt.messageId === null) await saveMessageId(tx.db, attempt, message.id)
    const outcome: Outcome = message ? 'sent' : 'failed'
    const detail = message ? message.errorMessage : 'The message was not sent in time.'
    await settleAttempt(tx, campaign, attempt, { outcome, detail })
  })
}
