// The manifest of phone numbers.
import { transaction } from '#server/platform/context/transaction.ts'
import type { Feature } from '#server/platform/feature.ts'
import { eraseDialledNumbers } from './calling/store-person.ts'
import { phoneNumberCrons } from './jobs.ts'
import { phoneNumberHandlers } from './routes.ts'

export const phoneNumbers = {
  name: 'phone-numbers',
  handlers: { phoneNumbers: phoneNumberHandlers },
  crons: phoneNumberCrons,
  personalData: {
    tables: ['dialled_calls'],
    erase: (ctx, { person, count }) =>
      transaction(ctx, async ({ db, account }) =>
        count(db, 'dialled_calls', await eraseDialledNumbers(db, account.id, person)),
      ),
  },
} satisfies Feature
