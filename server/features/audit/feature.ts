// The manifest of the audit log.
import { transaction } from '#server/platform/context/transaction.ts'
import type { Feature } from '#server/platform/feature.ts'
import { auditHandlers } from './routes.ts'
import { deleteOldEntries, erasePersonFromEntries, inspectEntries } from './store-person.ts'

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
    erase: (ctx, { person, count }) =>
      transaction(ctx, async ({ db, account }) =>
        count(db, 'audit_entries', await erasePersonFromEntries(db, account.id, person)),
      ),
  },
} satisfies Feature
