// Endpoints of what members prepare for the inbox: labels for conversations, saved replies and views.
import { z } from 'zod'
import { color } from '../wire/color.ts'
import { endpoint } from '../wire/endpoint.ts'
import { id, message, requiredText, timestamps } from '../wire/fields.ts'
import { full, ofRecord } from '../wire/records.ts'
import { conversationType } from './conversation-fields.ts'
import { conversationLabel, ownerFilter } from './inbox.ts'

export const maxLabels = 200
export const maxSavedReplies = 500
export const maxViews = 50

const conversationLabelRecord = conversationLabel
  .extend({ conversations_count: z.int(), ...timestamps })
  .meta({ id: 'ConversationLabelRecord' })

const labelName = requiredText(100).meta({ description: 'Unique within the account, in any case.' })
const labelColor = color.nullable().optional()

const ofLabel = ofRecord('CONVERSATION_LABEL_NOT_FOUND', 'Label not found')

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

const savedReply = z.object({ id, shortcut: z.string(), text: z.string(), ...timestamps }).meta({ id: 'SavedReply' })

const shortcut = z
  .string()
  .regex(/^[\p{L}\p{N}_-]{1,50}$/u)
  .meta({
    description: 'Letters, digits, `_` and `-`. Unique within the account, in any case.',
    example: `thanks`,
    maxLength: 50,
  })

const savedText = requiredText(4096).meta({
  description:
    'May use {{variable_name}} placeholders: `customer_name`, `customer_phone`, `agent_name` and the variables of the conversation.',
})

const ofSavedReply = ofRecord('SAVED_REPLY_NOT_FOUND', 'Saved reply not found')

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

const filters = z
  .object({
    type: conversationType.optional(),
    owner: ownerFilter.optional(),
    conversation_label_id: id.optional().meta({ description: 'As `label` in the list of conversations.' }),
    snoozed: z.boolean().optional(),
    unread: z.boolean().optional(),
  })
  .meta({
    id: 'ConversationFilters',
    description:
      'The filters of `GET /api/user/conversations` that the view sets. Owners and labels that no longer exist select nothing.',
    example: { owner: 'nobody', unread: true },
  })

const view = z.object({ id, name: z.string(), filters, ...timestamps }).meta({ id: 'ConversationView' })

const viewName = requiredText(60).meta({
  description: 'Unique among the views of the member, in any case.',
  example: 'Waiting for us',
})

const ofMember = { auth: 'session', access: 'follow', audit: 'none' } as const
const ofView = {
  ...ofMember,
  ...ofRecord('CONVERSATION_VIEW_NOT_FOUND', 'View not found'),
} as const

export const conversationViews = {
  list: endpoint('GET', '/api/user/conversation-views', {
    summary: 'List your views of conversations',
    description: 'Returns the views of the signed-in member in this account, by name.',
    ...ofMember,
    reply: z.object({ data: z.array(view) }),
  }),

  create: endpoint('POST', '/api/user/conversation-views', {
    summary: 'Save a view of conversations',
    description: `A view is a name for filters. Only the signed-in member sees it. A member has at most ${maxViews} views. An operator who is not a member of the account has none.`,
    ...ofMember,
    body: z.object({ name: viewName, filters }),
    status: 201,
    reply: z.object({ data: view }),
    refusals: {
      NOT_A_MEMBER: { status: 403, message: 'Views are saved for members of the account only.' },
      ...full('TOO_MANY_VIEWS', maxViews, 'views'),
    },
  }),

  update: endpoint('PUT', '/api/user/conversation-views/{id}', {
    summary: 'Update a view of conversations',
    description: 'Missing fields stay unchanged. `filters` replaces all filters.',
    ...ofView,
    body: z.object({ name: viewName.optional(), filters: filters.optional() }),
    reply: z.object({ data: view }),
  }),

  delete: endpoint('DELETE', '/api/user/conversation-views/{id}', {
    summary: 'Delete a view of conversations',
    description: 'Conversations do not change.',
    ...ofView,
    reply: message,
  }),
}
