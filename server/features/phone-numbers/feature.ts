// The manifest of phone numbers.
import { sql } from 'kysely'
import type { Feature } from '#server/platform/feature.ts'
import { phoneNumberCrons } from './jobs.ts'
import { phoneNumberHandlers } from './routes.ts'

export const phoneNumbers = {
  name: 'phone-numbers',
  handlers: { phoneNumbers: phoneNumberHandlers },
  crons: phoneNumberCrons,
  personalData: [
    {
      name: 'dialled_calls',
      isOf: ({ phoneNumbers }) => sql`t.phone_number = any(${phoneNumbers}::text[])`,
      erasedAs: 'dialled_calls',
      // The calls still count towards other limits.
      removal: { set: () => sql`phone_number = '', prefix = ''` },
    },
  ],
} satisfies Feature
