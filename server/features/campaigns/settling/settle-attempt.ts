// Stores the result of an attempt, and moves its lead to the next step.
import type { Tx } from '#server/platform/context/context.ts'
import type { Attempt } from '../attempt/attempt.ts'
import { applyResult } from '../attempt/lead-steps.ts'
import { type AttemptResult, isPermanent, type Outcome } from '../attempt/outcome.ts'
import { countRecentFailures, saveOutcome } from '../attempt/store.ts'
import type { Campaign } from '../campaign/campaign.ts'
import { pauseCampaign } from '../campaign/change-status.ts'
import { addDispatchJob, wakeFor } from '../campaign/dispatch-job.ts'
import { lockCampaign, refOf, wakeCampaign } from '../campaign/store-status.ts'
import { lockLead } from '../lead/store.ts'

export interface Result extends Pick<AttemptResult, 'outcome' | 'isInterrupted'> {
  isPermanent?: boolean
  detail?: string | null
  /** The lead stays as it is until the goal is evaluated. */
  awaitsGoal?: boolean
}

/** The attempt must be locked. */
export async function settleAttempt(tx: Tx, campaign: Campaign, attempt: Attempt, result: Result): Promise<void> {
  const { outcome, detail = null, awaitsGoal = false, isInterrupted = false } = result
  // Rows are locked in the order in which a round of the campaign locks them.
  await lockCampaign(tx.db, refOf(campaign))
  if (!awaitsGoal) await settleLead(tx, campaign, attempt, result)
  await endAttempt(tx, attempt, { outcome, detail })
  if (outcome === 'failed' && !isInterrupted) await pauseAfterFailures(tx, campaign, detail)
  await wakeAfter(tx, campaign)
}

/** The campaign can contact its next lead, or is complete. */
export async function wakeAfter(tx: Tx, campaign: Campaign): Promise<void> {
  await wakeCampaign(tx.db, refOf(campaign))
  await addDispatchJob(tx)
}

/** Stores the outcome. An ended attempt can get another one, such as `delivered` after `sent`. */
export async function endAttempt(
  tx: Tx,
  { accountId, campaignId, id: attemptId }: Attempt,
  result: { outcome: Outcome; detail: string | null },
): Promise<void> {
  await saveOutcome(tx.db, { accountId, id: attemptId }, result)
  await tx.emit('campaign.attempt', { accountId, campaignId, attemptId, outcome: result.outcome })
}

/** Does nothing if the lead was changed or deleted during the attempt. */
export async function settleLead(
  tx: Tx,
  campaign: Campaign,
  attempt: Attempt,
  {
    outcome,
    isPermanent: permanent = isPermanent(outcome),
    goalReached = null,
    isInterrupted = false,
  }: Result & Partial<AttemptResult>,
): Promise<void> {
  const lead = attempt.leadId === null ? undefined : await lockLead(tx.db, attempt.accountId, attempt.leadId)
  if (lead?.status !== 'processing' || lead.attempts !== attempt.number) return
  await applyResult(tx, campaign, lead, { outcome, isPermanent: permanent, goalReached, isInterrupted })
  // The lead may have been moved to another campaign during the attempt.
  if (lead.campaignId !== campaign.id) await wakeFor(tx, lead.campaignId)
}

const latestAttempts = 20
const failureLimit = 10

/** A carrier or provider that fails again and again would use up the attempts of all leads. */
async function pauseAfterFailures(tx: Tx, campaign: Campaign, detail: string | null): Promise<void> {
  const since = campaign.startedAt ?? campaign.createdAt
  const { ended, failed } = await countRecentFailures(tx.db, refOf(campaign), { since, limit: latestAttempts })
  if (failed < failureLimit) return
  const message = `${failed} of the last ${ended} attempts failed${detail ? `: ${detail}` : '.'}`
  await pauseCampaign(tx, campaign, { reason: 'failures', message })
}
