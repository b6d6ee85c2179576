// Endpoints that enable and disable the webhooks of assistants.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { assistantId, assistantIdParam, webUrl } from '../wire/fields.ts'

const webhookSwitch = {
  reply: z.object({ message: z.string(), data: z.array(z.never()) }),
  refusals: { ASSISTANT_NOT_FOUND: { status: 404, message: 'Assistant not found' } },
} as const
const inPath = { ...webhookSwitch, params: assistantIdParam, notFoundCode: { id: 'ASSISTANT_NOT_FOUND' } } as const
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

export const assistantWebhooks = {
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
