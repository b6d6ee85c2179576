// The manifest of the vendors' keys and of the servers on this machine.
import type { Feature } from '#server/platform/feature.ts'
import { localServerHandlers } from './local-server-routes.ts'
import { installationHandlers, vendorHandlers } from './routes.ts'

export const vendors = {
  name: 'vendors',
  handlers: { vendors: vendorHandlers, installationVendors: installationHandlers, localServers: localServerHandlers },
} satisfies Feature
