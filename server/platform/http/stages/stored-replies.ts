// Declares the personal data in stored replies to requests with an idempotency key. The request is not handled again.
import { sql } from 'kysely'
import { mentionedIn } from '../../person.ts'
import type { PersonalTable } from '../../personal-data.ts'

const erasedReply = JSON.stringify({ message: 'The reply was erased with the data of a person.' })

/** Also those of members, which have scopes below that of the account. Requests without an account are found by the UUID of the conversation only. */
export const storedReplies: PersonalTable = {
  name: 'idempotency_keys',
  hasNoAccount: true,
  isOf(person, { account: { id } }) {
    const conversations = { phoneNumbers: [], identifiers: [], uuids: person.uuids, texts: [] }
    return sql`t.status is not null and (
      ((t.scope = ${`account:${id}`} or t.scope like ${`account:${id}:%`}) and ${mentionedIn(person, 't.reply', 't.key')})
      or (t.scope like 'public:%' and ${mentionedIn(conversations, 't.reply')}))`
  },
  erasedAs: 'stored_replies',
  removal: {
    set: (person) => sql`status = 410, reply = ${erasedReply},
      key = case when ${mentionedIn(person, 'key')} then effect_key::text else key end`,
  },
}
