// Campaigns: leads, and the attempts to contact them by call, chat app or SMS.
export { findCampaignWithCounts } from './campaign/store.ts'
export { countCampaigns } from './campaign/store-status.ts'
export { createCampaign, getCampaign, listCampaigns } from './change-campaign.ts'
export { createLead, updateLead } from './change-lead.ts'
export type { Lead } from './lead/lead.ts'
export { findNextDue, lockDueLeads } from './lead/store.ts'
export { updateStatus } from './update-status.ts'
