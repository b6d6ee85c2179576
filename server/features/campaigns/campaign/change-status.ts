// Changes the status of campaigns, and emits the event of the change.
import type { Tx } from '#server/platform/context/context.ts'
import type { Campaign, CampaignStatus, PauseReason } from './campaign.ts'
import {
  type CampaignRef,
  lockCampaign,
  refOf,
  setCompleted,
  setInProgress,
  setPaused,
  setScheduled,
} from './store-status.ts'

type Identity = Pick<Campaign, 'accountId' | 'id'>

const emit = (tx: Tx, { accountId, campaignId }: CampaignRef, status: CampaignStatus): Promise<void> =>
  tx.emit('campaign.status', { accountId, campaignId, status })

export async function startCampaign(tx: Tx, campaign: Identity): Promise<void> {
  await setInProgress(tx.db, refOf(campaign))
  await emit(tx, refOf(campaign), 'in-progress')
}

export async function scheduleCampaign(tx: Tx, campaign: Identity): Promise<void> {
  await setScheduled(tx.db, refOf(campaign))
  await emit(tx, refOf(campaign), 'scheduled')
}

/** For a campaign whose scheduled start has come. */
export async function beginScheduled(tx: Tx, ref: CampaignRef): Promise<void> {
  const locked = await lockCampaign(tx.db, ref)
  if (locked?.status !== 'scheduled') return
  await setInProgress(tx.db, ref)
  await emit(tx, ref, 'in-progress')
}

/** Does nothing unless the campaign is scheduled or in progress. */
export async function pauseCampaign(
  tx: Tx,
  campaign: Identity,
  cause: { reason: PauseReason; message: string },
): Promise<boolean> {
  const locked = await lockCampaign(tx.db, refOf(campaign))
  if (locked?.status !== 'in-progress' && locked?.status !== 'scheduled') return false
  await setPaused(tx.db, refOf(campaign), cause)
  if (cause.reason !== 'stopped')
    tx.log.warn(
      { campaign: campaign.id, accountId: campaign.accountId, reason: cause.message },
      'a campaign was paused',
    )
  await emit(tx, refOf(campaign), 'paused')
  return true
}

export async function completeCampaign(tx: Tx, campaign: Identity): Promise<void> {
  await setCompleted(tx.db, refOf(campaign))
  await emit(tx, refOf(campaign), 'completed')
}
