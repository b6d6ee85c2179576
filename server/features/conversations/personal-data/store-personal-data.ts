// Declares the personal data in conversations with their messages, notes and files.
import { sql } from 'kysely'
import { addressesOf, hasValue } from '#server/platform/person.ts'
import type { PersonalTable } from '#server/platform/personal-data.ts'
import { numberVariables } from '../conversation/customer-addresses.ts'
import { extensionOf } from '../files/file-name.ts'
import { eraseConversations } from './erase-conversations.ts'
import { isAnswering } from './store-erasure.ts'

/** Values that anyone could have given are no addresses of the customer. */
const givenByAccount = sql`(case when t.variables_from_visitor then '{}' else t.variables - t.unverified_variables end)`

const conversations: PersonalTable = {
  name: 'conversations',
  isOf: (person) => sql`(t.customer_phone = any(${person.phoneNumbers}::text[])
    or t.customer_identifier = any(${addressesOf(person)}::text[]) or t.uuid = any(${person.uuids}::uuid[])
    or ${hasValue([...person.phoneNumbers, ...person.texts], givenByAccount)})`,
  finds: {
    addresses: sql`(array[t.customer_phone, t.customer_identifier] || array(
      select v.value from jsonb_each_text(${givenByAccount}) as v (key, value)
      where v.key = any(${numberVariables}::text[]) and v.value like '+%'))`,
    uuid: sql`t.uuid`,
  },
  isBusy: isAnswering,
  removal: { batch: 50, columns: sql`t.id`, remove: eraseConversations },
  exported: {
    name: 'conversations',
    columns: sql`t.id, t.uuid, t.type, t.customer_identifier, t.customer_phone, t.customer_name, t.variables,
      t.extracted_variables, t.created_at, t.last_activity_at`,
  },
  retained: [
    {
      kind: 'messages',
      isOld: (before) => sql`t.created_at < ${before} and t.last_activity_at < ${before} and t.status <> 'open'`,
      // The database adds jobs that delete the files.
      removal: {},
    },
  ],
}

const parent = { table: conversations, column: 'conversation_id' }

const messages: PersonalTable = {
  name: 'conversation_messages',
  key: ['conversation_id', 'turn', 'part'],
  parent,
  exported: {
    name: 'conversation_messages',
    columns: sql`t.conversation_id, t.turn, t.part, t.author, t.content, t.function_calls, t.created_at`,
    order: ['turn', 'part'],
  },
  // Of conversations that remain.
  retained: [
    {
      kind: 'messages',
      isOld: (before) => sql`t.created_at < ${before} and t.state <> 'pending'`,
      order: 'created_at',
      oldest: { time: 'created_at' },
    },
  ],
}

const notes: PersonalTable = {
  name: 'conversation_notes',
  parent,
  exported: { name: 'conversation_notes', columns: sql`t.id, t.conversation_id, t.author, t.text, t.created_at` },
  retained: [{ kind: 'messages', isOld: (before) => sql`t.created_at < ${before}` }],
}

const files: PersonalTable = {
  name: 'conversation_files',
  parent,
  isOf: () => sql`t.is_stored`,
  exported: {
    name: 'conversation_files',
    columns: sql`t.id, t.conversation_id, t.turn, t.filename, t.content_type, t.size_bytes, t.created_at, t.file_key`,
    files: {
      name: 'files',
      fileOf: (file: { id: number; conversationId: number; contentType: string; fileKey: string }) => ({
        name: `conversation-${file.conversationId}-${file.id}.${extensionOf(file.contentType)}`,
        key: file.fileKey,
      }),
    },
  },
}

export const personalData = [conversations, messages, notes, files]
