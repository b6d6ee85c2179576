// The manifest of the audit log.
import { transaction } from '#server/platform/context/transaction.ts'
import type { Feature } from '#server/platform/feature.ts'
import { eraseEntries } from './erase-entries.ts'
import { auditHandlers } from './routes.ts'
import { deleteOldEntries, inspectEntries } from './store-person.ts'

export const audit = {
  name: 'audit',
  handlers: { audit: auditHandlers },
  personalData: {
    tables: ['audit_entries'],
    retained: [
      {
        kind: 'audit',
        deleteOlder: (context, records) => transaction(context, ({ db }) => deleteOldEntries(db, records)),
        inspect: inspectEntries,
      },
    ],
    erase: eraseEntries,
  },
} satisfies Feature
