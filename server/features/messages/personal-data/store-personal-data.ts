// Declares the personal data in messages of channels, their files, contacts, and callbacks of the carrier.
import { sql } from 'kysely'
import { addressesOf, addressKeysOf } from '#server/platform/person.ts'
import type { PersonalTable } from '#server/platform/personal-data.ts'
import { extensionOf } from '../media/media-type.ts'
import { eraseContacts, eraseMessages } from './erase-messages.ts'
import { isContactOf, isSettled } from './store-erasure.ts'

const messages: PersonalTable = {
  name: 'chatapp_messages',
  isOf: (person) => sql`t.customer_key = any(${addressKeysOf(person)}::text[])`,
  // The outcome of the message is still looked up.
  isBusy: sql`not (${isSettled} or t.created_at < app_now() - interval '1 hour')`,
  removal: { batch: 100, columns: sql`t.id`, remove: eraseMessages },
  exported: {
    name: 'messages',
    columns: sql`t.id, t.sender_id, t.conversation_id, t.direction, t.kind, t.address, t.body, t.status, t.error_code,
      t.referral, t.created_at`,
  },
  retained: [
    {
      kind: 'messages',
      isOld: (before) => sql`t.created_at < ${before} and ${isSettled}`,
      order: 'created_at',
      oldest: { time: 'created_at' },
    },
  ],
}

const files: PersonalTable = {
  name: 'chatapp_media',
  isOf: (person, { account }) => sql`t.file_key is not null and t.message_id in (
    select m.id from chatapp_messages m
    where m.account_id = ${account.id} and m.customer_key = any(${addressKeysOf(person)}::text[]))`,
  exported: {
    columns: sql`t.id, t.message_id, t.file_key, t.content_type`,
    files: {
      name: 'files',
      fileOf: (file: { id: number; messageId: number; contentType: string | null; fileKey: string }) => ({
        name: `message-${file.messageId}-${file.id}.${extensionOf(file.contentType ?? '') ?? 'bin'}`,
        key: file.fileKey,
      }),
    },
  },
}

const contacts: PersonalTable = {
  name: 'chatapp_contacts',
  key: ['sender_id', 'customer_key'],
  isOf: isContactOf,
  finds: { addresses: sql`array[t.customer_key, t.address]` },
  erase: eraseContacts,
  exported: {
    name: 'contacts',
    columns: sql`t.sender_id, t.address, coalesce(t.name, t.profile_name) as name, t.last_inbound_at, t.opted_out_at,
      t.marketing_opted_out_at`,
  },
  retained: [
    {
      kind: 'messages',
      // Contacts remain while they have an opt-out or a message.
      isOld: (before) => sql`
        coalesce(greatest(t.last_inbound_at, t.last_template_at, t.reached_at, t.refused_at), '-infinity') < ${before}
        and t.opted_out_at is null and t.marketing_opted_out_at is null and not exists (
          select from chatapp_messages m where m.account_id = t.account_id and m.sender_id = t.sender_id
            and m.customer_key = t.customer_key)`,
    },
  ],
}

/** A message has arrived and is not stored yet. It is deleted with the message. */
const callbacks: PersonalTable = {
  name: 'carrier_inbox',
  hasNoAccount: true,
  isOf: (person) => sql`split_part(t.subject, ' ', 2) = any(${addressesOf(person)}::text[])`,
  isBusy: sql`t.done_at is null and t.received_at > app_now() - interval '10 minutes'`,
}

export const personalData = [messages, files, contacts, callbacks]
