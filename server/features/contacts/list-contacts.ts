// Lists the contacts of the account, and loads one with what belongs to it.
import type { AccountContext } from '#server/platform/context/context.ts'
import { readCursor, writeCursor } from '#server/platform/http/replies/cursor.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import type { Contact } from './contact/contact.ts'
import { type ContactFilter, selectContacts } from './contact/store-list.ts'
import { selectMerges } from './merging/store-merges.ts'
import { getContact } from './save-contact.ts'
import { type ContactNote, deleteNote, insertNote, selectNotes } from './store-notes.ts'

const cursorList = 'contacts'

export interface ListInput extends ContactFilter {
  perPage: number
  cursor: string | undefined
}

/** Throws `InvalidInput` for a cursor that Parley did not create. */
export async function listContacts(ctx: AccountContext, { perPage, cursor, ...filter }: ListInput) {
  const position = cursor === undefined ? undefined : readCursor(ctx, cursorList, cursor)
  const after = position && { lastSeenAt: position.createdAt, id: position.id }
  // One more tells whether there is a next page.
  const { rows, total } = await selectContacts(ctx.db, ctx.account.id, filter, { after, limit: perPage + 1 })
  const page = rows.slice(0, perPage)
  const last = rows.length > perPage ? page.at(-1) : undefined
  const nextCursor =
    last && writeCursor(ctx, cursorList, { direction: 'next', createdAt: last.lastSeenAt, id: last.id })
  return { rows: page, total, nextCursor: nextCursor ?? null }
}

/** Refuses with `CONTACT_NOT_FOUND`. */
export async function loadContact(ctx: AccountContext, id: number) {
  const contact = await getContact(ctx, id)
  const [notes, merges] = await Promise.all([
    selectNotes(ctx.db, ctx.account.id, contact.id),
    selectMerges(ctx.db, ctx.account.id, contact.id),
  ])
  return { contact, notes, merges }
}

/** Refuses with `CONTACT_NOT_FOUND` and `TOO_MANY_NOTES`. */
export async function createNote(ctx: AccountContext, id: number, text: string): Promise<ContactNote> {
  const { id: contactId }: Contact = await getContact(ctx, id)
  const { actor } = ctx
  const userId = actor?.kind === 'member' ? actor.id : null
  const note = await insertNote(ctx.db, ctx.account.id, contactId, { author: actor?.name ?? '', userId, text })
  return orRefuse(note, 'TOO_MANY_NOTES')
}

/** Refuses with `CONTACT_NOT_FOUND` and `NOTE_NOT_FOUND`. */
export async function removeNote(ctx: AccountContext, id: number, noteId: number): Promise<void> {
  const { id: contactId } = await getContact(ctx, id)
  if (!(await deleteNote(ctx.db, ctx.account.id, contactId, noteId))) throw new Refusal('NOTE_NOT_FOUND')
}
