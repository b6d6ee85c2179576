// What starts flows, and the settings of each trigger.
import { z } from 'zod'
import { calls } from '#contract/calls/calls.ts'
import { campaigns } from '#contract/campaigns/campaigns.ts'
import { conversations } from '#contract/conversations/conversations.ts'
import { knowledge } from '#contract/knowledge/knowledge.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import type { TriggerType } from './flow.ts'

const nothing = z.object({})

export const triggerInputs: Readonly<Record<TriggerType, z.ZodObject>> = {
  webhook: z.object({
    /** Requests must have a valid `X-Signature-256`. */
    secret: z.string().min(16).max(128).optional(),
    /** In each process. */
    max_running: z.number().int().min(1).max(500).optional(),
    /** What happens to requests while so many runs are in progress. */
    overflow: z.enum(['refuse', 'queue']).optional(),
  }),
  schedule: z.object({ cron: z.string().min(1).max(128), timezone: z.string().max(64).optional() }),
  call_ended: nothing,
  inbound_call: nothing,
  message_received: nothing,
  conversation_ended: nothing,
  document_failed: nothing,
  campaign_completed: nothing,
  manual: nothing,
}

/** The endpoints that read what the trigger tells the flow. */
export const triggerReads: Readonly<Record<TriggerType, readonly Endpoint[]>> = {
  webhook: [],
  schedule: [],
  call_ended: [calls.get],
  inbound_call: [calls.get],
  message_received: [conversations.show],
  conversation_ended: [conversations.show],
  document_failed: [knowledge.get],
  campaign_completed: [campaigns.get],
  manual: [],
}

export const triggerDescriptions: Readonly<Record<TriggerType, string>> = {
  webhook:
    'A request to the `webhook_url` of the automation. The fields of a JSON object or a form in its body are the data of the trigger; other JSON and text are `body`. `method`, `query` and `headers` are those of the request.',
  schedule: 'The times of a cron pattern with five fields. The data are `scheduled_at`.',
  call_ended:
    'A call has ended and has been evaluated, even if nobody answered. The data are those of the webhook `call.ended`, with `assistant_id` and `type`.',
  inbound_call: 'A customer calls. The data are `id`, `customer_phone`, `assistant_phone` and `assistant_id`.',
  message_received:
    'A customer has written on the chat app or by SMS. The data are `body`, `from`, `to`, `channel`, `customer_name`, `conversation_id` and others.',
  conversation_ended: 'A conversation has ended. The data are those of the webhook `conversation.ended`.',
  document_failed: 'A document of a knowledgebase could not be read. The data are `id`, `name`, `error` and others.',
  campaign_completed: 'A campaign is completed. The data are `id`, `name`, `channel`, `assistant_id` and `counts`.',
  manual: 'A request to start a run. Flows with other triggers can be started like this too.',
}
