// Starts and stops campaigns.
import { cancelUndialed } from '#server/features/calls/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import { toDate } from '#server/platform/time/timestamps.ts'
import { selectOpenCalls } from './attempt/store.ts'
import { type Campaign, type CampaignWithCounts, waitingLeads } from './campaign/campaign.ts'
import { pauseCampaign, scheduleCampaign, startCampaign } from './campaign/change-status.ts'
import { addDispatchJob } from './campaign/dispatch-job.ts'
import { lockCampaign, refOf } from './campaign/store-status.ts'
import { getCampaign } from './change-campaign.ts'
import { canPayNext, findProblem } from './start/find-problem.ts'

/** Refuses with `CAMPAIGN_NOT_FOUND`, `INVALID_ACTION`, `CANNOT_START`, `CANNOT_STOP` and `INSUFFICIENT_BALANCE`. */
export async function updateStatus(
  ctx: AccountContext,
  { campaignId, action }: { campaignId: number; action: string | undefined },
): Promise<{ campaign: Campaign; message: string }> {
  const campaign = await getCampaign(ctx, campaignId)
  if (action !== 'start' && action !== 'stop') throw new Refusal('INVALID_ACTION')
  await (action === 'start' ? start(ctx, campaign) : stop(ctx, campaign))
  const changed = await getCampaign(ctx, campaignId)
  const verb = action === 'stop' ? 'stopped' : changed.status === 'scheduled' ? 'scheduled' : 'started'
  return { campaign: changed, message: `Campaign ${verb} successfully.` }
}

async function start(ctx: AccountContext, campaign: CampaignWithCounts): Promise<void> {
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
    const locked = orRefuse(await lockCampaign(tx.db, refOf(campaign)), 'CAMPAIGN_NOT_FOUND')
    // Another request has started the campaign in the meantime.
    if (locked.status === 'in-progress') throw cannotStart('The campaign is already in progress.')
    const startsLater = campaign.scheduledStartAt !== null && toDate(campaign.scheduledStartAt) > tx.now()
    await (startsLater ? scheduleCampaign(tx, campaign) : startCampaign(tx, campaign))
    await addDispatchJob(tx)
  })
}

const cannotStart = (message: string): Refusal => new Refusal('CANNOT_START', message)

/** Calls that the carrier has continue. */
async function stop(ctx: AccountContext, campaign: Campaign): Promise<void> {
  const cause = { reason: 'stopped', message: 'The campaign was stopped by a request.' } as const
  if (!(await transaction(ctx, (tx) => pauseCampaign(tx, campaign, cause)))) throw new Refusal('CANNOT_STOP')
  const calls = await selectOpenCalls(ctx.db, refOf(campaign))
  if (calls.length > 0) await transaction(ctx, (tx) => cancelUndialed(tx, calls))
}
