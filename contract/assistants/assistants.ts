// Endpoints of assistants: settings, webhooks and activation.
import { z } from 'zod'
import { withDefaults } from '../wire/clearable.ts'
import { endpoint } from '../wire/endpoint.ts'
import { assistantId, id, message, page, pageQuery, requiredText, text, timestamps, webUrl } from '../wire/fields.ts'
import { noAssistant, ofAssistant } from '../wire/records.ts'
import {
  assistantDefaults,
  assistantInput,
  assistantSettings,
  assistantStatus,
  assistantSummary,
  assistantType,
} from './assistant-fields.ts'
import { assistantVersions } from './assistant-versions.ts'
import { changedFields } from './changed-settings.ts'

const webhookSwitch = {
  reply: z.object({ message: z.string(), data: z.array(z.never()) }),
  refusals: noAssistant,
}
const inPath = { ...webhookSwitch, ...ofAssistant }
const webhookUrl = webUrl.optional()

const enabling = '`webhook_url` is optional if the assistant already has a URL for this webhook.'
const disabling = 'The assistant keeps the URL, so that the webhook can be enabled again without one.'

const enable = (path: string, what: string) =>
  endpoint('POST', `/api/user/assistants/enable-${path}`, {
    ...webhookSwitch,
    summary: `Enable the ${what} webhook`,
    description: enabling,
    body: z.object({ assistant_id: assistantId, webhook_url: webhookUrl }),
  })

const disable = (path: string, what: string) =>
  endpoint('POST', `/api/user/assistants/disable-${path}`, {
    ...webhookSwitch,
    summary: `Disable the ${what} webhook`,
    description: disabling,
    body: z.object({ assistant_id: assistantId }),
  })

const add = (path: string, what: string) =>
  endpoint('POST', `/api/user/assistants/{id}/${path}`, {
    ...inPath,
    summary: `Enable the ${what} webhook of an assistant`,
    description: `As \`/api/user/assistants/enable-${path}\`, with the assistant in the path. ${enabling}`,
    body: z.object({ webhook_url: webhookUrl }),
  })

const remove = (path: string, what: string) =>
  endpoint('DELETE', `/api/user/assistants/{id}/${path}`, {
    ...inPath,
    summary: `Disable the ${what} webhook of an assistant`,
    description: `As \`/api/user/assistants/disable-${path}\`, with the assistant in the path. ${disabling}`,
  })

const assistant = z
  .object({
    id,
    uuid: z.uuid(),
    status: assistantStatus,
    deactivated: z.boolean().meta({
      description: 'True from `deactivate` until `activate`. In the meantime, anonymous visitors get 404.',
    }),
    version: id.meta({ description: 'Grows with every change to the settings, see `…/versions`.' }),
    language: z.string().meta({ example: 'English' }),
    ...assistantSettings,
    ...timestamps,
  })
  .meta({ id: 'Assistant' })

const changed = z.object({ message: z.string(), data: assistantSummary })

const updateRules =
  'Missing fields stay unchanged, null resets a field to its default, and `[]` empties a list. Changing `mode` or `language_id` replaces the voice, models and providers that do not fit the new value, unless the request sets them too.'

// Older clients send these. If they were ignored, the setting would be lost without an error.
const formerNames = {
  prompt: 'system_prompt',
  first_message: 'initial_message',
  greeting: 'initial_message',
  voice: 'voice_id',
  model: 'llm_model_id or multimodal_model_id',
  engine_type: 'mode',
}

export const assistants = {
  create: endpoint('POST', '/api/user/assistant', {
    aliases: ['/api/user/assistants'],
    summary: 'Create an assistant',
    description:
      'Only `name` is required. Every other field has a default. Former names of fields, such as `prompt`, are refused.',
    formerNames,
    body: z.object({ ...withDefaults(assistantInput, assistantDefaults), name: requiredText(255) }),
    status: 201,
    reply: changed,
    validationMessage: 'Validation failed',
  }),

  update: endpoint('PUT', '/api/user/assistant/{id}', {
    aliases: ['/api/user/assistants/{id}'],
    alsoMethods: ['PATCH'],
    summary: 'Update an assistant',
    description: `${updateRules} An update that completes the assistant activates it, unless it was deactivated with \`deactivate\`. An empty body changes nothing; a body without any of these fields, or with former names of fields such as \`prompt\`, is refused. To change \`synthesizer_provider_id\` to a provider that does not offer the current voice, set \`voice_id\` in the same request.`,
    ...ofAssistant,
    body: z.object({
      ...changedFields,
      if_version: id.nullable().optional().meta({
        description:
          'The `version` that the change is based on. If the assistant has another one by now, nothing is changed, and the response is 412.',
      }),
    }),
    refusals: {
      ...noAssistant,
      ASSISTANT_CHANGED: {
        status: 412,
        message: 'The assistant has been changed since you read it. Read it again, and repeat your change.',
      },
    },
    reply: changed,
    needsKnownField: true,
    formerNames,
    validationMessage: 'Validation failed',
  }),

  get: endpoint('GET', '/api/user/assistant/{id}', {
    aliases: ['/api/user/assistants/{id}'],
    summary: 'Get an assistant',
    description: 'Returns all settings of the assistant.',
    ...ofAssistant,
    reply: z.object({ data: assistant }),
  }),

  list: endpoint('GET', '/api/user/assistants/get', {
    summary: 'List assistants',
    description: 'Returns the assistants with all their settings, newest first.',
    query: z.object({
      ...pageQuery({ default: 10, max: 100 }),
      type: assistantType.optional(),
      search: text(255).optional().meta({ description: 'Part of the name, in any case.' }),
      folder_id: id.optional(),
      label_id: id.optional(),
    }),
    reply: page(assistant),
  }),

  listAll: endpoint('GET', '/api/user/assistants', {
    summary: 'List all assistants without pagination',
    description:
      'Returns an array of assistants with a few fields each, newest first. `GET /api/user/assistants/get` is paginated and returns every field.',
    query: z.object({ type: assistantType.optional() }),
    reply: z.array(z.object({ ...assistantSummary.shape, uuid: z.uuid(), ...timestamps })),
  }),

  listOutbound: endpoint('GET', '/api/user/assistants/outbound', {
    summary: 'List outbound assistants',
    description: 'Returns an array of the assistants that can make calls, with a few fields each.',
    reply: z.array(z.object({ ...assistantSummary.shape, uuid: z.uuid() })),
  }),

  delete: endpoint('DELETE', '/api/user/assistant/{id}', {
    aliases: ['/api/user/assistants/{id}'],
    summary: 'Delete an assistant',
    description: 'Conversations and calls of the assistant are kept.',
    ...ofAssistant,
    reply: message,
    refusals: {
      ASSISTANT_NOT_FOUND: {
        status: 404,
        message: 'Assistant not found or does not belong to the authenticated user',
      },
    },
  }),

  ...assistantVersions,

  activate: endpoint('POST', '/api/user/assistant/{id}/activate', {
    summary: 'Activate an assistant',
    description: 'Sets the status to `active` and reverses `deactivate`.',
    ...ofAssistant,
    reply: changed,
  }),

  deactivate: endpoint('POST', '/api/user/assistant/{id}/deactivate', {
    summary: 'Deactivate an assistant',
    description:
      'The assistant stays inactive until it is activated again. In the meantime, it answers only requests with a token of its account, such as test conversations. Anonymous visitors get 404, also in open conversations, and chat-app messages are not answered. A new assistant, which is `inactive` without having been deactivated, does answer.',
    ...ofAssistant,
    reply: changed,
  }),

  enableWebhook: enable('webhook', 'call-ended'),
  disableWebhook: disable('webhook', 'call-ended'),
  addWebhook: add('webhook', 'call-ended'),
  removeWebhook: remove('webhook', 'call-ended'),
  enableInboundWebhook: enable('inbound-webhook', 'inbound-call'),
  disableInboundWebhook: disable('inbound-webhook', 'inbound-call'),
  addInboundWebhook: add('inbound-webhook', 'inbound-call'),
  removeInboundWebhook: remove('inbound-webhook', 'inbound-call'),
  enableConversationEndedWebhook: enable('conversation-ended-webhook', 'conversation-ended'),
  disableConversationEndedWebhook: disable('conversation-ended-webhook', 'conversation-ended'),
  addConversationEndedWebhook: add('conversation-ended-webhook', 'conversation-ended'),
  removeConversationEndedWebhook: remove('conversation-ended-webhook', 'conversation-ended'),
}
