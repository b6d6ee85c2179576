// The manifest of automations.
import type { Feature } from '#server/platform/feature.ts'
import { connectionHandlers } from './connections/routes.ts'

export const automations = {
  name: 'automations',
  handlers: { connections: connectionHandlers },
} satisfies Feature
