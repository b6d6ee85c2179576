// Notes on a conversation, which neither the customer nor the language model reads.
import type { AccountContext } from '#server/platform/context/context.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import type { Conversation } from '../conversation/conversation.ts'
import { findOwn } from '../conversation/store.ts'
import { deleteNote, insertNote, type Note, selectNotes } from './store-notes.ts'

/** Refuses with `CONVERSATION_NOT_FOUND`. */
export async function listNotes(ctx: AccountContext, uuid: string): Promise<Note[]> {
  const { id } = await getOwn(ctx, uuid)
  return selectNotes(ctx.db, ctx.account.id, id)
}

/** Refuses with `CONVERSATION_NOT_FOUND` and `TOO_MANY_NOTES`. */
export async function createNote(ctx: AccountContext, uuid: string, text: string): Promise<Note> {
  const { id } = await getOwn(ctx, uuid)
  const { actor } = ctx
  const userId = actor?.kind === 'member' ? actor.id : null
  const note = await insertNote(ctx.db, ctx.account.id, id, { author: actor?.name ?? '', userId, text })
  if (!note) throw new Refusal('TOO_MANY_NOTES')
  return note
}

/** Refuses with `CONVERSATION_NOT_FOUND` and `NOTE_NOT_FOUND`. */
export async function removeNote(ctx: AccountContext, uuid: string, noteId: number): Promise<void> {
  const { id } = await getOwn(ctx, uuid)
  if (!(await deleteNote(ctx.db, ctx.account.id, id, noteId))) throw new Refusal('NOTE_NOT_FOUND')
}

async function getOwn(ctx: AccountContext, uuid: string): Promise<Conversation> {
  return orRefuse(await findOwn(ctx.db, ctx.account.id, uuid, 0), 'CONVERSATION_NOT_FOUND')
}
