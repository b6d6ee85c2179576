// The manifest of the audit log.
import type { Feature } from '#server/platform/feature.ts'
import { auditHandlers } from './routes.ts'

export const audit = {
  name: 'audit',
  handlers: { audit: auditHandlers },
} satisfies Feature
