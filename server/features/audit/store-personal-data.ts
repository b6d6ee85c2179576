// Declares the personal data in the audit log. Who did what and when remains after an erasure.
import { sql } from 'kysely'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { mentionedIn } from '#server/platform/person.ts'
import type { PersonalTable } from '#server/platform/personal-data.ts'

/** Until the transaction ends, completed entries can be deleted and erased. */
const unprotect = (tx: DbTransaction) => sql`select set_config('parley.deletes_audit', 'on', true)`.execute(tx)

export const personalEntries: PersonalTable = {
  name: 'audit_entries',
  isOf: (person) => mentionedIn(person, 't.subject', 't.before', 't.after'),
  scanned: 500,
  erasedAs: 'audit_entries',
  removal: {
    prepare: unprotect,
    set: (person) => sql`before = null, after = null,
      subject = case when ${mentionedIn(person, 'subject')} then null else subject end`,
  },
  retained: [
    {
      kind: 'audit',
      isOld: (before) => sql`t.created_at < ${before}`,
      order: 'id',
      oldest: { time: 'created_at' },
      removal: { prepare: unprotect },
    },
  ],
}
