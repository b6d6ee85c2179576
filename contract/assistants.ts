// The endpoints of assistants: their configuration, their webhooks, whether they are in use.
import { z } from 'zod'
import { assistantGiven, assistantSettings, assistantType } from './assistant-fields.ts'
import { endpoint } from './endpoint.ts'
import {
  assistantId,
  assistantIdParam,
  id,
  isoMicros,
  message,
  page,
  pageQuery,
  requiredText,
  webUrl,
} from './fields.ts'

const status = z.enum(['inactive', 'active'])

const summary = z
  .object({
    id,
    name: z.string(),
    status,
    type: assistantType,
    mode: assistantSettings.mode,
  })
  .meta({ id: 'AssistantSummary' })

const assistant = z
  .object({
    id,
    uuid: z.uuid(),
    status,
    deactivated: z.boolean().meta({ description: 'By hand, and not activated since: strangers find it unknown.' }),
    language: z.string().meta({ example: 'English' }),
    ...assistantSettings,
    created_at: isoMicros,
    updated_at: isoMicros,
  })
  .meta({ id: 'Assistant' })

const changed = z.object({ message: z.string(), data: summary })

const notFoundCode = { id: 'ASSISTANT_NOT_FOUND' }
const notFound = { ASSISTANT_NOT_FOUND: { status: 404, message: 'Assistant not found' } }

const howGiven =
  'Absent fields are left alone, null gives a field back its default or empties it, [] empties a list. A change of `mode` or `language_id` replaces what does not fit the new one (voice, models, providers), unless it is given too.'

const webhookSwitch = {
  method: 'POST',
  auth: 'key',
  reply: z.object({ message: z.string(), data: z.array(z.never()) }),
  refusals: notFound,
  envelope: 'message',
} as const

const switchOn = (path: string, what: string) =>
  endpoint({
    ...webhookSwitch,
    path: `/api/user/assistants/enable-${path}`,
    summary: `Switch the ${what} webhook on`,
    description: '`webhook_url` may be left out when the assistant has one already.',
    body: z.object({ assistant_id: assistantId, webhook_url: webUrl.optional() }),
  })

const switchOff = (path: string, what: string) =>
  endpoint({
    ...webhookSwitch,
    path: `/api/user/assistants/disable-${path}`,
    summary: `Switch the ${what} webhook off`,
    body: z.object({ assistant_id: assistantId }),
    description: 'The assistant keeps its address, so that the webhook can be switched on again without one.',
  })

export const assistants = {
  create: endpoint({
    method: 'POST',
    path: '/api/user/assistant',
    summary: 'Create an assistant',
    description: 'Only `name` is required; every other field has a default.',
    auth: 'key',
    body: z.object({ ...assistantGiven, name: requiredText(255) }),
    status: 201,
    reply: changed,
    envelope: 'message',
    validationMessage: 'Validation failed',
  }),

  update: endpoint({
    method: 'PUT',
    path: '/api/user/assistant/{id}',
    alsoMethods: ['PATCH'],
    summary: 'Update an assistant',
    description: `${howGiven} An update that leaves the assistant complete makes it active, unless it was deactivated by hand. An empty body changes nothing. A \`synthesizer_provider_id\` that does not fit the voice of the assistant is refused; give a \`voice_id\` with it.`,
    auth: 'key',
    params: assistantIdParam,
    notFoundCode,
    body: z.object({
      ...assistantGiven,
      name: assistantGiven.name.refine((name) => name !== null, 'The :attribute field is required.'),
    }),
    reply: changed,
    refusals: notFound,
    envelope: 'message',
    validationMessage: 'Validation failed',
  }),

  get: endpoint({
    method: 'GET',
    path: '/api/user/assistant/{id}',
    summary: 'Get an assistant',
    description: 'Returns all settings of the assistant.',
    auth: 'key',
    params: assistantIdParam,
    notFoundCode,
    reply: z.object({ data: assistant }),
    refusals: notFound,
    envelope: 'message',
  }),

  list: endpoint({
    method: 'GET',
    path: '/api/user/assistants/get',
    summary: 'List assistants, the newest first',
    description: 'Returns each assistant with all its settings. `type` filters by inbound or outbound.',
    auth: 'key',
    query: z.object({ ...pageQuery({ default: 10, max: 100 }), type: assistantType.optional() }),
    reply: page(assistant),
    envelope: 'message',
  }),

  listAll: endpoint({
    method: 'GET',
    path: '/api/user/assistants',
    summary: 'List all assistants without pages',
    description:
      'Answers a bare array, the newest assistant first, for clients that do not page. Each row holds a few fields; `GET /api/user/assistants/get` returns every field, in pages.',
    auth: 'key',
    query: z.object({ type: assistantType.optional() }),
    reply: z.array(z.object({ ...summary.shape, uuid: z.uuid(), created_at: isoMicros, updated_at: isoMicros })),
    envelope: 'message',
  }),

  listOutbound: endpoint({
    method: 'GET',
    path: '/api/user/assistants/outbound',
    summary: 'List the assistants that can make calls',
    description: 'Returns the outbound assistants in short form, without pages.',
    auth: 'key',
    reply: z.array(z.object({ ...summary.shape, uuid: z.uuid() })),
    envelope: 'message',
  }),

  delete: endpoint({
    method: 'DELETE',
    path: '/api/user/assistant/{id}',
    summary: 'Delete an assistant',
    description: 'Its conversations and calls stay.',
    auth: 'key',
    params: assistantIdParam,
    notFoundCode,
    reply: message,
    refusals: {
      ASSISTANT_NOT_FOUND: {
        status: 404,
        message: 'Assistant not found or does not belong to the authenticated user',
      },
    },
    envelope: 'message',
  }),

  activate: endpoint({
    method: 'POST',
    path: '/api/user/assistant/{id}/activate',
    summary: 'Activate an assistant',
    description: 'Makes the assistant active, and ends a deactivation by hand.',
    auth: 'key',
    params: assistantIdParam,
    notFoundCode,
    reply: changed,
    refusals: notFound,
    envelope: 'message',
  }),

  deactivate: endpoint({
    method: 'POST',
    path: '/api/user/assistant/{id}/deactivate',
    summary: 'Deactivate an assistant',
    description:
      'It stays inactive until it is activated again. Meanwhile it answers only requests with a token of its account, such as test conversations: to everybody else it is unknown (404), in conversations that are open, too, and messages on the chat-app channel stay unanswered. An assistant that is inactive merely because it is new does answer.',
    auth: 'key',
    params: assistantIdParam,
    notFoundCode,
    reply: changed,
    refusals: notFound,
    envelope: 'message',
  }),

  enableWebhook: switchOn('webhook', 'call-ended'),
  disableWebhook: switchOff('webhook', 'call-ended'),
  enableInboundWebhook: switchOn('inbound-webhook', 'inbound-call'),
  disableInboundWebhook: switchOff('inbound-webhook', 'inbound-call'),
  enableConversationEndedWebhook: switchOn('conversation-ended-webhook', 'conversation-ended'),
  disableConversationEndedWebhook: switchOff('conversation-ended-webhook', 'conversation-ended'),
}
