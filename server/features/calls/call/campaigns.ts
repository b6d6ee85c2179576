// The interface that campaigns provide to calls; a higher feature implements it.
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { extensionOf, extensionPoint } from '#server/platform/context/extension-point.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

/** Records of the account, for the ids that exist. */
export interface CallCampaigns {
  nameCampaigns(ctx: Reader, campaignIds: readonly number[]): Promise<ReadonlyMap<number, string>>
  findLeads(ctx: Reader, leadIds: readonly number[]): Promise<ReadonlyMap<number, CalledLead>>
}

export type Reader = Pick<AccountContext | Tx, 'db' | 'account'>

/** The lead that a campaign called. */
export interface CalledLead {
  id: number
  phoneNumber: string
  variables: Record<string, string>
  status: string
  callTries: number
  campaign: { id: number; name: string }
  createdAt: Timestamp
  updatedAt: Timestamp
}

export const callCampaignsPoint = extensionPoint<CallCampaigns>('calls.campaigns', {
  nameCampaigns: async () => new Map(),
  findLeads: async () => new Map(),
})

export const campaignsOf = (ctx: Pick<AccountContext, 'extensions'>): CallCampaigns =>
  extensionOf(ctx, callCampaignsPoint)
