// Endpoints of the inbox: who owns a conversation, notes, labels, snoozes, read positions and the activity of members.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { id, isoMicros, localTime, requiredText, uuidParam } from '../wire/fields.ts'
import { personal } from '../wire/personal.ts'
import { full, noConversation, notFound, ofConversation } from '../wire/records.ts'

export const maxNotes = 500
export const maxLabelsOfConversation = 20
/** How long a member counts as looking at a conversation after the latest report. */
export const activitySeconds = 35
/** `unread` does not count further. */
export const maxUnread = 100

export const owner = z
  .object({
    kind: z.enum(['assistant', 'member', 'nobody']),
    member: z
      .object({ id, name: personal('name', z.string()) })
      .optional()
      .meta({ description: 'Only of the kind `member`.' }),
  })
  .meta({
    id: 'ConversationOwner',
    description:
      'Who answers the customer. A conversation without an assistant belongs to `nobody` until a member takes it.',
  })

const words = z.enum(['assistant', 'nobody'])

export const ownerInput = z.union([words, id]).meta({
  description: '`assistant`, `nobody`, or the id of a member who may answer conversations.',
  example: 'nobody',
})

export const ownerFilter = z.union([z.enum([...words.options, 'me']), id]).meta({
  description: '`assistant`, `nobody`, `me` for the signed-in member, or the id of a member.',
  example: 'nobody',
})

export const conversationLabel = z
  .object({ id, name: z.string(), color: z.string().nullable() })
  .meta({ id: 'ConversationLabel' })

export const note = z
  .object({
    id,
    author: z
      .object({
        id: id.nullable().meta({ description: 'The id of the member. Null for an API key.' }),
        name: personal('name', z.string()),
      })
      .meta({ id: 'NoteAuthor' }),
    text: personal('text', z.string()),
    created_at: isoMicros,
  })
  .meta({ id: 'ConversationNote' })

export const activity = z.enum(['reading', 'writing', 'left']).meta({
  description: '`left` means that the member has closed the conversation.',
  example: 'reading',
})

export const activeMember = z
  .object({ id, name: personal('name', z.string()), is_writing: z.boolean() })
  .meta({ id: 'ActiveMember' })

/** The body also has `owner`, with the id and name of the member. */
export const ownedByAnother = {
  OWNED_BY_ANOTHER: { status: 409, message: 'Another member owns the conversation.' },
}

export const takeOver = z.boolean().optional().meta({ description: 'Takes the conversation from another member.' })

const ofInbox = {
  ...ofConversation,
  access: 'answer',
  audit: 'none',
  envelope: 'status',
} as const

const succeeded = z.object({ status: z.boolean() })

/** Part of the area of conversations. */
export const inbox = {
  setOwner: endpoint('PUT', '/api/user/conversations/{uuid}/owner', {
    summary: 'Change the owner of a conversation',
    description:
      'Gives the conversation to the assistant, to a member or to nobody. The assistant answers only conversations that it owns. A conversation of another member is changed only with `take_over`; requests with an API key do not need it.',
    ...ofInbox,
    audit: 'action',
    body: z.object({ owner: ownerInput, take_over: takeOver }),
    reply: z.object({ status: z.boolean(), owner, ai_enabled: z.boolean() }),
    refusals: { ...noConversation, ...ownedByAnother },
  }),

  listNotes: endpoint('GET', '/api/user/conversations/{uuid}/notes', {
    summary: 'List the notes of a conversation',
    description: 'Returns the notes, oldest first. Neither the customer nor the language model reads them.',
    ...ofInbox,
    access: 'follow',
    reply: z.object({ status: z.boolean(), data: z.array(note) }),
  }),

  createNote: endpoint('POST', '/api/user/conversations/{uuid}/notes', {
    summary: 'Add a note to a conversation',
    description: `Neither the customer nor the language model reads it. A conversation has at most ${maxNotes} notes.`,
    ...ofInbox,
    status: 201,
    body: z.object({ text: requiredText(5000) }),
    reply: z.object({ status: z.boolean(), data: note }),
    refusals: { ...noConversation, ...full('TOO_MANY_NOTES', maxNotes, 'notes') },
  }),

  deleteNote: endpoint('DELETE', '/api/user/conversations/{uuid}/notes/{noteId}', {
    summary: 'Delete a note',
    description: 'Deletes the note of any author.',
    ...ofInbox,
    params: uuidParam.extend({ noteId: id }),
    notFoundCode: { uuid: 'CONVERSATION_NOT_FOUND', noteId: 'NOTE_NOT_FOUND' },
    reply: succeeded,
    refusals: { ...noConversation, ...notFound('NOTE_NOT_FOUND', 'Note not found') },
  }),

  setLabels: endpoint('PUT', '/api/user/conversations/{uuid}/labels', {
    summary: 'Set the labels of a conversation',
    description: 'Replaces the labels.',
    ...ofInbox,
    body: z.object({ conversation_label_ids: z.array(id).max(maxLabelsOfConversation) }),
    reply: z.object({ status: z.boolean(), labels: z.array(conversationLabel) }),
  }),

  snooze: endpoint('PUT', '/api/user/conversations/{uuid}/snooze', {
    summary: 'Snooze a conversation',
    description:
      'The conversation is snoozed until then, or until the customer writes. Null ends the snooze. `snoozed` filters the list.',
    ...ofInbox,
    body: z.object({
      until: z.iso.datetime({ offset: true }).nullable().meta({
        description: 'ISO 8601 with an offset: in the future, and at most a year from now.',
        example: '2027-01-31T09:30:00Z',
      }),
    }),
    reply: z.object({ status: z.boolean(), snoozed_until: localTime.nullable() }),
  }),

  markRead: endpoint('PUT', '/api/user/conversations/{uuid}/read', {
    summary: 'Mark a conversation as read',
    description: 'For the signed-in member, up to the latest message.',
    auth: 'session',
    ...ofInbox,
    access: 'follow',
    reply: succeeded,
  }),

  markUnread: endpoint('DELETE', '/api/user/conversations/{uuid}/read', {
    summary: 'Mark a conversation as unread',
    description: 'For the signed-in member: from the latest message of the customer on.',
    auth: 'session',
    ...ofInbox,
    access: 'follow',
    reply: succeeded,
  }),

  reportActivity: endpoint('PUT', '/api/user/conversations/{uuid}/activity', {
    summary: 'Report that a member has a conversation open',
    description: `For the signed-in member, who has at most one conversation open. Repeat the request every 15 seconds while the conversation is open: without one, the activity ends after ${activitySeconds} seconds. Returns the other members who have the conversation open. Each change is a \`conversation.activity\` event.`,
    auth: 'session',
    ...ofInbox,
    access: 'follow',
    body: z.object({ activity }),
    reply: z.object({ status: z.boolean(), data: z.array(activeMember) }),
    limit: { requests: 240, windowMs: 60_000, per: 'key' },
  }),

  fillSavedReply: endpoint('GET', '/api/user/conversations/{uuid}/saved-replies/{savedReplyId}', {
    summary: 'Fill in a saved reply',
    description: 'Returns the text with the values of this conversation in place of its placeholders.',
    ...ofInbox,
    params: uuidParam.extend({ savedReplyId: id }),
    notFoundCode: { uuid: 'CONVERSATION_NOT_FOUND', savedReplyId: 'SAVED_REPLY_NOT_FOUND' },
    reply: z.object({ status: z.boolean(), text: personal('text', z.string()) }),
    refusals: { ...noConversation, ...notFound('SAVED_REPLY_NOT_FOUND', 'Saved reply not found') },
  }),
}
