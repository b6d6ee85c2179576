// The manifest of campaigns.
import type { Feature } from '#server/platform/feature.ts'
import { campaignHandlers, leadHandlers } from './routes.ts'

export const campaigns = {
  name: 'campaigns',
  handlers: { campaigns: campaignHandlers, leads: leadHandlers },
} satisfies Feature
