// HTTP handlers of the inbox: owners, notes, labels, snoozes, read positions, activity of members, saved replies and views.
import type { inbox } from '#contract/conversations/inbox.ts'
import type { conversationLabels, conversationViews, savedReplies } from '#contract/conversations/inbox-records.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { isUniqueViolation } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { InvalidInput, invalidSelection, Refusal } from '#server/platform/refusal.ts'
import { toLocalTime } from '#server/platform/time/timestamps.ts'
import { createNote, listNotes, removeNote, setLabels, snooze } from './inbox/annotations.ts'
import { presentLabel, presentLabelRecord, presentNote, presentSavedReply, presentView } from './inbox/present-inbox.ts'
import { addTo, createView, fillSavedReply } from './inbox/records.ts'
import { reportActivity } from './inbox/report-activity.ts'
import { setOwner } from './inbox/set-owner.ts'
import { deleteRead, insertRead } from './inbox/store-inbox.ts'
import { deleteLabel, insertLabel, selectLabels, updateLabel } from './inbox/store-labels.ts'
import {
  deleteSavedReply,
  insertSavedReply,
  selectSavedReplies,
  updateSavedReply,
} from './inbox/store-saved-replies.ts'
import { deleteView, selectViews, updateView } from './inbox/store-views.ts'
import { loadParties } from './list-conversations.ts'
import { presentConversation } from './present.ts'

export const inboxHandlers: Handlers<typeof inbox> = {
  setOwner: async (ctx, { params: { uuid }, body }) => {
    const conversation = await setOwner(ctx, { uuid, owner: body.owner, takeOver: body.take_over ?? false })
    const partiesOf = await loadParties(ctx, [conversation])
    const { owner, ai_enabled } = presentConversation(conversation, partiesOf(conversation))
    return { status: true, owner, ai_enabled }
  },

  listNotes: async (ctx, { params }) => ({ status: true, data: (await listNotes(ctx, params.uuid)).map(presentNote) }),

  createNote: async (ctx, { params, body }) => ({
    status: true,
    data: presentNote(await createNote(ctx, params.uuid, body.text)),
  }),

  deleteNote: async (ctx, { params: { uuid, noteId } }) => {
    await removeNote(ctx, uuid, noteId)
    return { status: true }
  },

  setLabels: async (ctx, { params, body }) => {
    const labels = await setLabels(ctx, params.uuid, body.conversation_label_ids)
    return { status: true, labels: labels.map(presentLabel) }
  },

  snooze: async (ctx, { params, body }) => {
    const until = await snooze(ctx, params.uuid, body.until)
    return { status: true, snoozed_until: until && toLocalTime(until, ctx.account.timeZone) }
  },

  markRead: async (ctx, { params }) => {
    if (!(await insertRead(ctx.db, ctx.account.id, ctx.actor.id, params.uuid)))
      throw new Refusal('CONVERSATION_NOT_FOUND')
    return { status: true }
  },

  markUnread: async (ctx, { params }) => {
    if (!(await deleteRead(ctx.db, ctx.account.id, ctx.actor.id, params.uuid)))
      throw new Refusal('CONVERSATION_NOT_FOUND')
    return { status: true }
  },

  reportActivity: async (ctx, { params, body }) => ({
    status: true,
    data: (await reportActivity(ctx, params.uuid, body.activity)).map(({ id, name, isWriting }) => ({
      id,
      name,
      is_writing: isWriting,
    })),
  }),

  fillSavedReply: async (ctx, { params: { uuid, savedReplyId } }) => ({
    status: true,
    text: await fillSavedReply(ctx, uuid, savedReplyId),
  }),
}

const taken = (field: string) => (error: unknown) => {
  throw isUniqueViolation(error) ? new InvalidInput({ [field]: [`The ${field} has already been taken.`] }) : error
}

export const conversationLabelHandlers: Handlers<typeof conversationLabels> = {
  list: async (ctx) => ({ data: (await selectLabels(ctx.db, ctx.account.id)).map(presentLabelRecord) }),

  create: async (ctx, { body: { name, color = null } }) => {
    const label = await addTo(ctx, 'labels', (tx) => insertLabel(tx.db, tx.account.id, { name, color })).catch(
      taken('name'),
    )
    if (!label) throw new Refusal('TOO_MANY_LABELS')
    return { data: presentLabelRecord(label) }
  },

  update: async (ctx, { params: { id }, body: { name, color } }) => {
    const label = await updateLabel(ctx.db, ctx.account.id, { id, name, color }).catch(taken('name'))
    if (!label) throw new Refusal('CONVERSATION_LABEL_NOT_FOUND')
    return { data: presentLabelRecord(label) }
  },

  delete: async (ctx, { params }) => {
    if (!(await deleteLabel(ctx.db, ctx.account.id, params.id))) throw new Refusal('CONVERSATION_LABEL_NOT_FOUND')
    return { message: 'Label deleted successfully' }
  },
}

export const savedReplyHandlers: Handlers<typeof savedReplies> = {
  list: async (ctx) => ({ data: (await selectSavedReplies(ctx.db, ctx.account.id)).map(presentSavedReply) }),

  create: async (ctx, { body }) => {
    const reply = await addTo(ctx, 'saved replies', (tx) => insertSavedReply(tx.db, tx.account.id, body)).catch(
      taken('shortcut'),
    )
    if (!reply) throw new Refusal('TOO_MANY_SAVED_REPLIES')
    return { data: presentSavedReply(reply) }
  },

  update: async (ctx, { params: { id }, body: { shortcut, text } }) => {
    const reply = await updateSavedReply(ctx.db, ctx.account.id, { id, shortcut, text }).catch(taken('shortcut'))
    if (!reply) throw new Refusal('SAVED_REPLY_NOT_FOUND')
    return { data: presentSavedReply(reply) }
  },

  delete: async (ctx, { params }) => {
    if (!(await deleteSavedReply(ctx.db, ctx.account.id, params.id))) throw new Refusal('SAVED_REPLY_NOT_FOUND')
    return { message: 'Saved reply deleted successfully' }
  },
}

export const conversationViewHandlers: Handlers<typeof conversationViews> = {
  list: async (ctx) => ({ data: (await selectViews(ctx.db, ctx.account.id, ctx.actor.id)).map(presentView) }),

  create: async (ctx, { body }) => {
    await checkLabel(ctx, body.filters)
    return { data: presentView(await createView(ctx, body).catch(taken('name'))) }
  },

  update: async (ctx, { params: { id }, body: { name, filters } }) => {
    if (filters) await checkLabel(ctx, filters)
    const view = await updateView(ctx.db, ctx.account.id, ctx.actor.id, { id, name, filters }).catch(taken('name'))
    if (!view) throw new Refusal('CONVERSATION_VIEW_NOT_FOUND')
    return { data: presentView(view) }
  },

  delete: async (ctx, { params }) => {
    if (!(await deleteView(ctx.db, ctx.account.id, ctx.actor.id, params.id)))
      throw new Refusal('CONVERSATION_VIEW_NOT_FOUND')
    return { message: 'View deleted successfully' }
  },
}

async function checkLabel(
  ctx: AccountContext,
  { conversation_label_id: id }: { conversation_label_id?: number | undefined },
) {
  if (id !== undefined && !(await selectLabels(ctx.db, ctx.account.id)).some((label) => label.id === id))
    throw invalidSelection('filters.conversation_label_id')
}
