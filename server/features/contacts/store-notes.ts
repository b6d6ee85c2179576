// The SQL of notes about contacts.
import { sql } from 'kysely'
import { maxContactNotes } from '#contract/contacts/contacts.ts'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, changesOne, firstRow } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import { withMerged } from './contact/store-merged.ts'

export interface ContactNote {
  id: number
  /** The name of the member or API key. */
  author: string
  text: string
  createdAt: Timestamp
}

const columns = sql`id, author, text, created_at`

/** The newest first, also those of contacts that were merged into this one. */
export function selectNotes(db: Db, accountId: number, contactId: number): Promise<ContactNote[]> {
  return allRows<ContactNote>(db)`
    select ${columns} from contact_notes
    where account_id = ${accountId} and contact_id in ${withMerged(accountId, contactId)} order by id desc`
}

/** Undefined if the contact has as many notes as it may have. */
export function insertNote(
  db: Db,
  accountId: number,
  contactId: number,
  { author, userId, text }: { author: string; userId: number | null; text: string },
): Promise<ContactNote | undefined> {
  return firstRow<ContactNote>(db)`
    insert into contact_notes (account_id, contact_id, author, user_id, text, created_at)
    select ${accountId}, ${contactId}, ${author}, ${userId}, ${text}, app_now()
    where (select count(*) from contact_notes
      where account_id = ${accountId} and contact_id = ${contactId}) < ${maxContactNotes}
    returning ${columns}`
}

export function deleteNote(db: Db, accountId: number, contactId: number, id: number): Promise<boolean> {
  return changesOne(db)`
    delete from contact_notes
    where account_id = ${accountId} and id = ${id} and contact_id in ${withMerged(accountId, contactId)}`
}
