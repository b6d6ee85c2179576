// The campaign of the demo account, which calls virtual phones.
import { createCampaign, createLead, listCampaigns } from '../features/campaigns/index.ts'
import type { AccountContext } from '../platform/context/context.ts'

const name = 'Demonstration'

/** What the phones do is described on the page of the virtual phones. */
const leads = {
  '+12025550101': 'Peter',
  '+12025550103': 'Busy Betty',
  '+12025550104': 'Nobody',
  '+12025550106': 'Anna',
  '+12025550111': 'Unknown',
}

/** Returns the id of the campaign, and creates it and its leads if it is missing. */
export async function openDemoCampaign(ctx: AccountContext, assistantId: number): Promise<number> {
  const existing = (await listCampaigns(ctx)).find((candidate) => candidate.name === name)
  if (existing) return existing.id
  const { id: campaignId } = await createCampaign(ctx, {
    name,
    assistantId,
    purpose: 'asking how you liked your last order',
    maxRetries: 1,
    retryIntervalMinutes: 10,
    contactGapMinutes: 0,
    contactsPerDay: 10,
  })
  for (const [phoneNumber, customer] of Object.entries(leads))
    await createLead(ctx, {
      campaignId,
      phoneNumber,
      variables: { customer_name: customer },
      timeZone: null,
      isRequested: false,
      allowsDuplicate: false,
      secondaryContacts: [],
    })
  return campaignId
}
