// Follows the calls of campaigns: their end, their evaluation, and people who do not want to be called again.
import type { EventPayload } from '#contract/events/events.ts'
import { findCall } from '#server/features/calls/index.ts'
import { blockContact } from '#server/features/consents/index.ts'
import type { Tx } from '#server/platform/context/context.ts'
import type { Attempt } from '../attempt/attempt.ts'
import { isPermanent, outcomeOfCall } from '../attempt/outcome.ts'
import { lockAttemptOfCall, saveGoal, selectAttempts } from '../attempt/store.ts'
import { type Campaign, topicOf } from '../campaign/campaign.ts'
import { addDispatchJob } from '../campaign/dispatch-job.ts'
import { findCampaign } from '../campaign/store.ts'
import { hasCampaignInProgress, wakeLimited } from '../campaign/store-status.ts'
import { settleAttempt, settleLead, wakeAfter } from './settle-attempt.ts'

/** In the transaction in which a call ends, also one that belongs to no campaign: it frees a slot. */
export async function settleCall(tx: Tx, { accountId, callId }: EventPayload<'call.ended'>): Promise<void> {
  const attempt = await lockAttemptOfCall(tx.db, accountId, callId)
  const campaign = attempt && (await findCampaign(tx.db, accountId, attempt.campaignId))
  if (attempt && campaign && attempt.endedAt === null) await settle(tx, campaign, attempt)
  else if (await hasCampaignInProgress(tx.db)) await addDispatchJob(tx)
  else return
  await wakeLimited(tx.db, accountId)
}

async function settle(tx: Tx, campaign: Campaign, attempt: Attempt): Promise<void> {
  const call = (await findCall(tx.db, attempt.accountId, attempt.callId!))!
  const outcome = outcomeOfCall(call)
  const { goalCompletionVariable, retryOnGoalIncomplete } = campaign
  await settleAttempt(tx, campaign, attempt, {
    outcome: call.optedOut ? 'do_not_contact' : outcome,
    isPermanent: isPermanent(outcome, call.endedReason),
    detail: call.errorMessage,
    isInterrupted: outcome === 'failed' && hasDied(call) && !(await isSecondDeath(tx, attempt)),
    awaitsGoal: outcome === 'person' && !call.optedOut && retryOnGoalIncomplete && goalCompletionVariable !== null,
  })
}

const hasDied = (call: { endedReason: string | null } | undefined): boolean => call?.endedReason === 'process_died'

/** Whether a process has died in the attempt before, too; the calls of a lead may be the cause. */
async function isSecondDeath(tx: Tx, { accountId, leadId, number }: Attempt): Promise<boolean> {
  const attempts = leadId === null ? [] : await selectAttempts(tx.db, accountId, leadId)
  const callId = attempts.find((attempt) => attempt.number === number - 1)?.callId ?? null
  return callId !== null && hasDied(await findCall(tx.db, accountId, callId))
}

/** In the transaction that stores the evaluation, or that deletes the call before. */
export async function settleGoal(
  tx: Tx,
  { accountId, callId }: EventPayload<'call.evaluated' | 'call.deleted'>,
): Promise<void> {
  const attempt = await lockAttemptOfCall(tx.db, accountId, callId)
  if (attempt?.outcome !== 'person') return
  const campaign = await findCampaign(tx.db, accountId, attempt.campaignId)
  const call = await findCall(tx.db, accountId, callId)
  if (!campaign) return
  const { goalCompletionVariable: variable } = campaign
  // The campaign may have had a goal when the call ended.
  const goalReached =
    variable === null || !call ? null : isTrue(call.evaluation?.find(({ name }) => name === variable)?.value)
  await settleLead(tx, campaign, attempt, { outcome: 'person', goalReached })
  if (goalReached !== null && attempt.goalReached === null) await saveGoal(tx.db, attempt, goalReached)
  await wakeAfter(tx, campaign)
}

const isTrue = (value: unknown): boolean =>
  typeof value === 'string' ? /^(true|yes|1)$/i.test(value) : value === true || value === 1

/** Someone said that they do not want to be called again: about this, or at all. */
export async function recordOptOut(
  tx: Tx,
  { accountId, callId, scope }: EventPayload<'call.opted-out'>,
): Promise<void> {
  const call = await findCall(tx.db, accountId, callId)
  if (!call || call.clientPhone === null) return
  const campaign = call.campaignId === null ? undefined : await findCampaign(tx.db, accountId, call.campaignId)
  const entry = { address: call.clientPhone, source: 'call', reference: call.uuid } as const
  if (scope === 'everything') return blockContact(tx, { ...entry, scope: 'everything', topic: null })
  if (campaign) return blockContact(tx, { ...entry, scope: 'topic', topic: topicOf(campaign) })
  return blockContact(tx, { ...entry, scope: 'campaigns', topic: null })
}
