// The manifest of the vendors' keys.
import type { Feature } from '#server/platform/feature.ts'
import { installationHandlers, vendorHandlers } from './routes.ts'

export const vendors = {
  name: 'vendors',
  handlers: { vendors: vendorHandlers, installationVendors: installationHandlers },
} satisfies Feature
