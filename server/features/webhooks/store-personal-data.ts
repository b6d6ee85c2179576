// Declares the personal data in deliveries of webhooks and their attempts.
import { sql } from 'kysely'
import { mentionedIn } from '#server/platform/person.ts'
import type { PersonalTable } from '#server/platform/personal-data.ts'
import { keptDays } from './jobs.ts'

/** Deliveries that wait are tried for hours, and then fail. */
const isOver = sql`t.status <> 'pending'`

/** Those that wait are not sent after they were erased. */
export const personalDeliveries: PersonalTable = {
  name: 'webhook_deliveries',
  children: ['webhook_attempts'],
  // Anyone can name the person in a conversation or call of a visitor.
  isOf: (
    person,
  ) => sql`(t.subject = any(${person.uuids}::text[]) or not is_of_visitor(t.account_id, t.subject)) and (${mentionedIn(person, 't.body', 't.url', 't.subject', 't.last_error')} or exists (
    select from webhook_attempts a
    where a.account_id = t.account_id and a.delivery_id = t.id and ${mentionedIn(person, 'a.response')}))`,
  scanned: 200,
  erasedAs: 'webhook_deliveries',
  exported: {
    name: 'webhook_deliveries',
    columns: sql`t.id, t.kind, t.url, t.body, t.status, t.created_at, t.delivered_at`,
    pageSize: 100,
  },
  retained: [
    {
      kind: 'webhook_deliveries',
      maximumDays: () => keptDays,
      isOld: (before) => sql`t.created_at < ${before} and ${isOver}`,
      order: 'created_at',
      oldest: { time: 'created_at', of: isOver },
    },
  ],
}
