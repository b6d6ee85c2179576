// Campaigns: leads, and the attempts to contact them by call, chat app or SMS.
export { countCampaigns } from './campaign/store-status.ts'
export { createCampaign, listCampaigns } from './change-campaign.ts'
export { createLead } from './change-lead.ts'
export { findNextDue, lockDueLeads } from './lead/store.ts'
