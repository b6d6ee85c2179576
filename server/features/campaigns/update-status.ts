// Starts and stops campaigns.
import { cancelUndialed } from '#server/features/calls/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { toDate } from '#server/platform/time/timestamps.ts'
import { selectOpenCalls } from './attempt/store.ts'
import { type Campaign, waitingLeads } from './campaign/campaign.ts'
import { pauseCampaign, scheduleCampaign, startCampaign } from './campaign/change-status.ts'
import { addDispatchJob } from './campaign/dispatch-job.ts'
import { lockCampaign } from './campaign/store-status.ts'
import { getCampaign } from './change-campaign.ts'
import { canPayNext, findProblem } from './start/find-problem.ts'

/** Refuses with `INVALID_ACTION` and as `startById` and `stopById` do. */
export async function updateStatus(
  ctx: AccountContext,
  { campaignId, action }: { campaignId: number; action: string | undefined },
): Promise<{ campaign: Campaign; message: string }> {
  if (action === 'start') {
    const campaign = await startById(ctx, campaignId)
    const isLater = campaign.status === 'scheduled'
    return { campaign, message: `Campaign ${isLater ? 'scheduled' : 'started'} successfully.` }
  }
  if (action === 'stop') return { campaign: await stopById(ctx, campaignId), message: 'Campaign stopped successfully.' }
  throw new Refusal('INVALID_ACTION')
}

/** Refuses with `CAMPAIGN_NOT_FOUND`, `CANNOT_START` and `INSUFFICIENT_BALANCE`. */
async function startById(ctx: AccountContext, campaignId: number): Promise<Campaign> {
  const campaign = await getCampaign(ctx, campaignId)
  if (campaign.status === 'in-progress') throw cannotStart('The campaign is already in progress.')
  const problem = await findProblem(ctx, campaign)
  if (problem) throw cannotStart(problem)
  if (waitingLeads(campaign) === 0 && campaign.markCompleteWhenNoLeads)
    throw cannotStart('The campaign has no leads to contact.')
  if (!(await canPayNext(ctx, campaign)))
    throw new Refusal('INSUFFICIENT_BALANCE', undefined, {
      data: { campaign_id: campaign.id, status: campaign.status },
    })
  await transaction(ctx, async (tx) => {
    const locked = await lockCampaign(tx.db, { accountId: campaign.accountId, campaignId })
    if (!locked) throw new Refusal('CAMPAIGN_NOT_FOUND')
    // Another request has started the campaign meanwhile.
    if (locked.status === 'in-progress') throw cannotStart('The campaign is already in progress.')
    const startsLater = campaign.scheduledStartAt !== null && toDate(campaign.scheduledStartAt) > tx.now()
    await (startsLater ? scheduleCampaign(tx, campaign) : startCampaign(tx, campaign))
    await addDispatchJob(tx)
  })
  return getCampaign(ctx, campaignId)
}

const cannotStart = (message: string): Refusal => new Refusal('CANNOT_START', message)

/** Calls that the carrier has go on. Refuses with `CAMPAIGN_NOT_FOUND` and `CANNOT_STOP`. */
async function stopById(ctx: AccountContext, campaignId: number): Promise<Campaign> {
  const campaign = await getCampaign(ctx, campaignId)
  const cause = { reason: 'stopped', message: 'The campaign was stopped by a request.' } as const
  const isStopped = await transaction(ctx, (tx) => pauseCampaign(tx, campaign, cause))
  if (!isStopped) throw new Refusal('CANNOT_STOP')
  const calls = await selectOpenCalls(ctx.db, { accountId: campaign.accountId, campaignId })
  if (calls.length > 0) await transaction(ctx, (tx) => cancelUndialed(tx, calls))
  return getCampaign(ctx, campaignId)
}
