// Creates, changes and deletes campaigns.
import { isDeepStrictEqual } from 'node:util'
import { cancelUndialed } from '#server/features/calls/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import { selectOpenCalls } from './attempt/store.ts'
import {
  type CampaignPatch,
  type CampaignSettings,
  type CampaignWithCounts,
  defaultsOf,
  settingsOf,
} from './campaign/campaign.ts'
import { checkSettings } from './campaign/check-references.ts'
import { addDispatchJob } from './campaign/dispatch-job.ts'
import {
  deleteCampaignRow,
  findCampaignWithCounts,
  insertCampaign,
  replacePhoneNumbers,
  selectCampaigns,
  updateCampaignRow,
} from './campaign/store.ts'
import { lockCampaign } from './campaign/store-status.ts'
import { addResumeJob } from './lead/resume-job.ts'

export const listCampaigns = ({ db, account }: AccountContext): Promise<CampaignWithCounts[]> =>
  selectCampaigns(db, account.id)

/** Refuses with `CAMPAIGN_NOT_FOUND`. */
export async function getCampaign({ db, account }: AccountContext | Tx, id: number): Promise<CampaignWithCounts> {
  return orRefuse(await findCampaignWithCounts(db, account.id, id), 'CAMPAIGN_NOT_FOUND')
}

const emitChange = (tx: Tx, campaignId: number, change: 'created' | 'updated' | 'deleted'): Promise<void> =>
  tx.emit('campaign.changed', { accountId: tx.account.id, campaignId, change })

/** Throws `InvalidInput`. */
export function createCampaign(
  ctx: AccountContext,
  patch: CampaignPatch & { name: string },
): Promise<CampaignWithCounts> {
  return transaction(ctx, async (tx) => {
    const changed = settingsOf(tx.account, patch)
    const { phoneNumberIds, ...settings } = { ...defaultsOf(tx.account), ...(changed as { name: string }) }
    await checkSettings(tx, changed)
    const id = await insertCampaign(tx.db, tx.account.id, settings)
    await replacePhoneNumbers(tx.db, tx.account.id, id, phoneNumberIds)
    await emitChange(tx, id, 'created')
    return getCampaign(tx, id)
  })
}

const scheduleSettings: readonly (keyof CampaignSettings)[] = [
  'timeZone',
  'usesLeadTimeZone',
  'scheduleWindows',
  'allowedHoursStart',
  'allowedHoursEnd',
  'allowedDays',
]

/** Refuses with `CAMPAIGN_NOT_FOUND`, or throws `InvalidInput`. */
export function updateCampaign(ctx: AccountContext, id: number, patch: CampaignPatch): Promise<CampaignWithCounts> {
  return transaction(ctx, async (tx) => {
    const ref = { accountId: tx.account.id, campaignId: id }
    await lockCampaign(tx.db, ref)
    const before = await getCampaign(tx, id)
    const changed = settingsOf(tx.account, patch)
    await checkSettings(tx, changed)
    const { phoneNumberIds, ...settings }: Partial<CampaignSettings> = changed
    if (!(await updateCampaignRow(tx.db, tx.account.id, id, settings))) throw new Refusal('CAMPAIGN_NOT_FOUND')
    if (scheduleSettings.some((name) => name in changed && !isDeepStrictEqual(changed[name], before[name])))
      await addResumeJob(tx, ref)
    if (phoneNumberIds) await replacePhoneNumbers(tx.db, tx.account.id, id, phoneNumberIds)
    if (before.status === 'in-progress' || before.status === 'scheduled') await addDispatchJob(tx)
    await emitChange(tx, id, 'updated')
    return getCampaign(tx, id)
  })
}

/** Calls that the carrier has continue. Refuses with `CAMPAIGN_NOT_FOUND`. */
export async function deleteCampaign(ctx: AccountContext, id: number): Promise<void> {
  const accountId = ctx.account.id
  const calls = await transaction(ctx, async (tx) => {
    await lockCampaign(tx.db, { accountId, campaignId: id })
    const open = await selectOpenCalls(tx.db, { accountId, campaignId: id })
    if (!(await deleteCampaignRow(tx.db, accountId, id))) throw new Refusal('CAMPAIGN_NOT_FOUND')
    await emitChange(tx, id, 'deleted')
    return open
  })
  if (calls.length > 0) await transaction(ctx, (tx) => cancelUndialed(tx, calls))
}
