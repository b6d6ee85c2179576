// Campaigns: leads, and the attempts to contact them by call, chat app or SMS.
export { createCampaign, listCampaigns } from './change-campaign.ts'
export { createLead } from './change-lead.ts'
