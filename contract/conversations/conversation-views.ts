// Endpoints of the views of conversations that members save for themselves.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { id, idParam, isoMicros, message, requiredText } from '../wire/fields.ts'
import { conversationType } from './conversation-fields.ts'
import { maxViews, ownerFilter } from './inbox-fields.ts'

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

const view = z
  .object({ id, name: z.string(), filters, created_at: isoMicros, updated_at: isoMicros })
  .meta({ id: 'ConversationView' })

const name = requiredText(60).meta({
  description: 'Unique among the views of the member, in any case.',
  example: 'Waiting for us',
})

const ofMember = { auth: 'session', access: 'follow', audit: 'none' } as const
const ofView = {
  ...ofMember,
  params: idParam,
  notFoundCode: { id: 'CONVERSATION_VIEW_NOT_FOUND' },
  refusals: { CONVERSATION_VIEW_NOT_FOUND: { status: 404, message: 'View not found' } },
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
    body: z.object({ name, filters }),
    status: 201,
    reply: z.object({ data: view }),
    refusals: {
      NOT_A_MEMBER: { status: 403, message: 'Views are saved for members of the account only.' },
      TOO_MANY_VIEWS: { status: 409, message: `There can be at most ${maxViews} views.` },
    },
  }),

  update: endpoint('PUT', '/api/user/conversation-views/{id}', {
    summary: 'Update a view of conversations',
    description: 'Missing fields stay unchanged. `filters` replaces all filters.',
    ...ofView,
    body: z.object({ name: name.optional(), filters: filters.optional() }),
    reply: z.object({ data: view }),
  }),

  delete: endpoint('DELETE', '/api/user/conversation-views/{id}', {
    summary: 'Delete a view of conversations',
    description: 'Conversations do not change.',
    ...ofView,
    reply: message,
  }),
}
