// The manifest of the audit log.
import type { Feature } from '#server/platform/feature.ts'
import { auditHandlers } from './routes.ts'
import { personalEntries } from './store-personal-data.ts'

export const audit = {
  name: 'audit',
  handlers: { audit: auditHandlers },
  personalData: [personalEntries],
} satisfies Feature
