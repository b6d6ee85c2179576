// Notes, labels and snoozes of a conversation, which neither the customer nor the language model reads.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { InvalidInput, orRefuse, Refusal } from '#server/platform/refusal.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { Conversation } from '../conversation/conversation.ts'
import { findOwn } from '../conversation/store.ts'
import { updateSnooze } from './store-inbox.ts'
import { type Label, lockLabels, replaceLabels } from './store-labels.ts'
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

/** Refuses with `CONVERSATION_NOT_FOUND`; throws `InvalidInput` for unknown labels. */
export async function setLabels(ctx: AccountContext, uuid: string, ids: readonly number[]): Promise<Label[]> {
  const conversation = orRefuse(await findOwn(ctx.db, ctx.account.id, uuid, 0), 'CONVERSATION_NOT_FOUND')
  return transaction(ctx, async (tx) => {
    const labels = await lockLabels(tx.db, tx.account.id, ids)
    const known = new Set(labels.map(({ id }) => id))
    const unknown = ids.flatMap((id, index) => (known.has(id) ? [] : [index]))
    if (unknown.length > 0) {
      const message = 'The selected conversation label is invalid.'
      throw new InvalidInput(Object.fromEntries(unknown.map((index) => [`conversation_label_ids.${index}`, [message]])))
    }
    await replaceLabels(tx.db, tx.account.id, conversation.id, [...known])
    return labels
  })
}

const maxMs = 366 * 86_400_000

/** Null ends the snooze. Refuses with `CONVERSATION_NOT_FOUND`; throws `InvalidInput` for a time that is past or too late. */
export async function snooze(ctx: AccountContext, uuid: string, until: string | null): Promise<Timestamp | null> {
  const time = until === null ? null : new Date(until)
  const delayMs = time ? time.getTime() - ctx.now().getTime() : 0
  if (time && !(delayMs > 0 && delayMs <= maxMs))
    throw new InvalidInput({ until: ['The until must be in the future, and at most a year from now.'] })
  const snoozed = orRefuse(await updateSnooze(ctx.db, ctx.account.id, uuid, time), 'CONVERSATION_NOT_FOUND')
  return snoozed.snoozedUntil
}
