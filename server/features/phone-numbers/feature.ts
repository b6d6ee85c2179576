// The manifest of phone numbers.
import type { Feature } from '#server/platform/feature.ts'
import { phoneNumberCrons } from './jobs.ts'
import { phoneNumberHandlers } from './routes.ts'

export const phoneNumbers = {
  name: 'phone-numbers',
  handlers: { phoneNumbers: phoneNumberHandlers },
  crons: phoneNumberCrons,
  personalData: { tables: ['dialled_calls'] },
} satisfies Feature
