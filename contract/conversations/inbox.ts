// Endpoints of the inbox: who owns a conversation, notes, labels, snoozes, read positions and saved replies.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { id, idParam, localTime, message, requiredText, uuidParam } from '../wire/fields.ts'
import { personal } from '../wire/personal.ts'
import {
  activeMember,
  activity,
  activitySeconds,
  conversationLabel,
  conversationLabelRecord,
  labelColor,
  labelName,
  maxLabels,
  maxLabelsOfConversation,
  maxNotes,
  maxSavedReplies,
  note,
  owner,
  ownerInput,
  savedReply,
  savedText,
  shortcut,
} from './inbox-fields.ts'

const notFound = { CONVERSATION_NOT_FOUND: { status: 404, message: 'Conversation not found' } }
const noNote = { NOTE_NOT_FOUND: { status: 404, message: 'Note not found' } }
const noLabel = { CONVERSATION_LABEL_NOT_FOUND: { status: 404, message: 'Label not found' } }
const noSavedReply = { SAVED_REPLY_NOT_FOUND: { status: 404, message: 'Saved reply not found' } }

/** The body also has `owner`, with the id and name of the member. */
export const ownedByAnother = {
  OWNED_BY_ANOTHER: { status: 409, message: 'Another member owns the conversation.' },
}

export const takeOver = z.boolean().optional().meta({ description: 'Takes the conversation from another member.' })

const full = (code: string, max: number, records: string) => ({
  [code]: { status: 409, message: `There can be at most ${max} ${records}.` },
})

const ofConversation = {
  params: uuidParam,
  notFoundCode: { uuid: 'CONVERSATION_NOT_FOUND' },
  refusals: notFound,
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
    ...ofConversation,
    audit: 'action',
    body: z.object({ owner: ownerInput, take_over: takeOver }),
    reply: z.object({ status: z.boolean(), owner, ai_enabled: z.boolean() }),
    refusals: { ...notFound, ...ownedByAnother },
  }),

  listNotes: endpoint('GET', '/api/user/conversations/{uuid}/notes', {
    summary: 'List the notes of a conversation',
    description: 'Returns the notes, oldest first. Neither the customer nor the language model reads them.',
    ...ofConversation,
    access: 'follow',
    reply: z.object({ status: z.boolean(), data: z.array(note) }),
  }),

  createNote: endpoint('POST', '/api/user/conversations/{uuid}/notes', {
    summary: 'Add a note to a conversation',
    description: `Neither the customer nor the language model reads it. A conversation has at most ${maxNotes} notes.`,
    ...ofConversation,
    status: 201,
    body: z.object({ text: requiredText(5000) }),
    reply: z.object({ status: z.boolean(), data: note }),
    refusals: { ...notFound, ...full('TOO_MANY_NOTES', maxNotes, 'notes') },
  }),

  deleteNote: endpoint('DELETE', '/api/user/conversations/{uuid}/notes/{noteId}', {
    summary: 'Delete a note',
    description: 'Deletes the note of any author.',
    ...ofConversation,
    params: uuidParam.extend({ noteId: id }),
    notFoundCode: { uuid: 'CONVERSATION_NOT_FOUND', noteId: 'NOTE_NOT_FOUND' },
    reply: succeeded,
    refusals: { ...notFound, ...noNote },
  }),

  setLabels: endpoint('PUT', '/api/user/conversations/{uuid}/labels', {
    summary: 'Set the labels of a conversation',
    description: 'Replaces the labels.',
    ...ofConversation,
    body: z.object({ conversation_label_ids: z.array(id).max(maxLabelsOfConversation) }),
    reply: z.object({ status: z.boolean(), labels: z.array(conversationLabel) }),
  }),

  snooze: endpoint('PUT', '/api/user/conversations/{uuid}/snooze', {
    summary: 'Snooze a conversation',
    description:
      'The conversation is snoozed until then, or until the customer writes. Null ends the snooze. `snoozed` filters the list.',
    ...ofConversation,
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
    ...ofConversation,
    access: 'follow',
    reply: succeeded,
  }),

  markUnread: endpoint('DELETE', '/api/user/conversations/{uuid}/read', {
    summary: 'Mark a conversation as unread',
    description: 'For the signed-in member: from the latest message of the customer on.',
    auth: 'session',
    ...ofConversation,
    access: 'follow',
    reply: succeeded,
  }),

  reportActivity: endpoint('PUT', '/api/user/conversations/{uuid}/activity', {
    summary: 'Report that a member has a conversation open',
    description: `For the signed-in member, who has at most one conversation open. Repeat the request every 15 seconds while the conversation is open: without one, the activity ends after ${activitySeconds} seconds. Returns the other members who have the conversation open. Each change is a \`conversation.activity\` event.`,
    auth: 'session',
    ...ofConversation,
    access: 'follow',
    body: z.object({ activity }),
    reply: z.object({ status: z.boolean(), data: z.array(activeMember) }),
    limit: { requests: 240, windowMs: 60_000, per: 'key' },
  }),

  fillSavedReply: endpoint('GET', '/api/user/conversations/{uuid}/saved-replies/{savedReplyId}', {
    summary: 'Fill in a saved reply',
    description: 'Returns the text with the values of this conversation in place of its placeholders.',
    ...ofConversation,
    params: uuidParam.extend({ savedReplyId: id }),
    notFoundCode: { uuid: 'CONVERSATION_NOT_FOUND', savedReplyId: 'SAVED_REPLY_NOT_FOUND' },
    reply: z.object({ status: z.boolean(), text: personal('text', z.string()) }),
    refusals: { ...notFound, ...noSavedReply },
  }),
}

const ofLabel = { params: idParam, notFoundCode: { id: 'CONVERSATION_LABEL_NOT_FOUND' }, refusals: noLabel }

export const conversationLabels = {
  list: endpoint('GET', '/api/user/conversation-labels', {
    summary: 'List the labels of conversations',
    description: 'Returns all labels of the account for conversations, by name. Labels of assistants are separate.',
    access: 'follow',
    reply: z.object({ data: z.array(conversationLabelRecord) }),
  }),

  create: endpoint('POST', '/api/user/conversation-labels', {
    summary: 'Create a label for conversations',
    description: `An account has at most ${maxLabels} of them.`,
    body: z.object({ name: labelName, color: labelColor }),
    status: 201,
    reply: z.object({ data: conversationLabelRecord }),
    refusals: full('TOO_MANY_LABELS', maxLabels, 'labels'),
  }),

  update: endpoint('PUT', '/api/user/conversation-labels/{id}', {
    summary: 'Update a label for conversations',
    description: 'Missing fields stay unchanged. A `color` of null removes the color.',
    ...ofLabel,
    body: z.object({ name: labelName.optional(), color: labelColor }),
    reply: z.object({ data: conversationLabelRecord }),
  }),

  delete: endpoint('DELETE', '/api/user/conversation-labels/{id}', {
    summary: 'Delete a label for conversations',
    description: 'Its conversations are kept, without the label.',
    ...ofLabel,
    reply: message,
  }),
}

const ofSavedReply = { params: idParam, notFoundCode: { id: 'SAVED_REPLY_NOT_FOUND' }, refusals: noSavedReply }

export const savedReplies = {
  list: endpoint('GET', '/api/user/saved-replies', {
    summary: 'List saved replies',
    description: 'Returns all saved replies of the account, by shortcut.',
    access: 'follow',
    reply: z.object({ data: z.array(savedReply) }),
  }),

  create: endpoint('POST', '/api/user/saved-replies', {
    summary: 'Create a saved reply',
    description: `An account has at most ${maxSavedReplies} saved replies.`,
    body: z.object({ shortcut, text: savedText }),
    status: 201,
    reply: z.object({ data: savedReply }),
    refusals: full('TOO_MANY_SAVED_REPLIES', maxSavedReplies, 'saved replies'),
  }),

  update: endpoint('PUT', '/api/user/saved-replies/{id}', {
    summary: 'Update a saved reply',
    description: 'Missing fields stay unchanged.',
    ...ofSavedReply,
    body: z.object({ shortcut: shortcut.optional(), text: savedText.optional() }),
    reply: z.object({ data: savedReply }),
  }),

  delete: endpoint('DELETE', '/api/user/saved-replies/{id}', {
    summary: 'Delete a saved reply',
    description: 'Messages that were written with it do not change.',
    ...ofSavedReply,
    reply: message,
  }),
}
