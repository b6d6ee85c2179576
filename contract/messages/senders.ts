// Endpoints of chat-app senders, their templates and their carrier account.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { assistantId, id, isoMicros, message, requiredText, timestamps, webUrl } from '../wire/fields.ts'
import { personal } from '../wire/personal.ts'
import { ofRecord } from '../wire/records.ts'
import {
  carrierAccounts,
  carrierRefusals,
  carrierUnavailable,
  e164,
  inboundWebhookUrl,
  perMinute,
  publicUrlPrivate,
} from './carrier-account.ts'
import { templates } from './templates.ts'

const senderStatus = z.enum(['online', 'offline'])

const sender = z
  .object({
    id,
    phone_number: z.string(),
    display_name: z.string(),
    status: senderStatus.meta({
      description: 'The status that the carrier last reported. Only online senders can send.',
    }),
    raw_status: z.string().meta({
      description: 'The status in the terms of the carrier, or `GONE` if the carrier no longer has the number.',
      example: 'ONLINE',
    }),
    offline_reason: z
      .string()
      .nullable()
      .meta({ description: 'Why the sender is offline, if the carrier gave a reason.' }),
    quality_rating: z.string().nullable().meta({ description: 'As reported by the carrier.', example: 'HIGH' }),
    messaging_limit: z
      .union([z.int(), z.literal('unlimited')])
      .nullable()
      .meta({
        description:
          'The number of customers that templates can reach in 24 hours. Null if the carrier does not report it.',
      }),
    messaging_limit_formatted: z.string().nullable().meta({ example: '10K customers / 24 h' }),
    voice_calling_enabled: z.boolean(),
    assistant_id: id.nullable().meta({
      description:
        'The assistant that answers customers of the sender. If null, their messages are stored and wait for an agent; once set, the assistant answers from the next message on.',
    }),
    inbound_webhook_url: inboundWebhookUrl,
    webhook_ok: z.boolean().nullable().meta({
      description:
        'Whether the carrier last reported that it posts incoming messages to `inbound_webhook_url`. Null if the carrier does not report it. While false, no incoming messages arrive by webhook.',
    }),
    receipts_webhook_url: personal('url', z.string().nullable()),
    is_receipts_webhook_active: z.boolean(),
    messages_webhook_url: personal('url', z.string().nullable()),
    is_messages_webhook_active: z.boolean(),
    last_synced_at: isoMicros.nullable(),
    ...timestamps,
  })
  .meta({ id: 'ChatappSender' })

const isActive = z
  .boolean()
  .optional()
  .meta({ description: 'Defaults to true when the URL is set, and to false when it is null.' })

const webhooks = {
  receipts_webhook_url: webUrl.nullable().optional().meta({
    description: 'Receives the `message.status` webhook for every change of a delivery status.',
  }),
  is_receipts_webhook_active: isActive,
  messages_webhook_url: webUrl.nullable().optional().meta({
    description: 'Receives the `message.received` webhook for every message of a customer.',
  }),
  is_messages_webhook_active: isActive,
}

const ofSender = ofRecord('SENDER_NOT_FOUND', 'Sender not found')
const oneSender = z.object({ message: z.string(), data: sender })

export const senders = {
  list: endpoint('GET', '/api/user/chatapp/senders', {
    summary: 'List chat-app senders',
    description: 'Returns the senders of the account, by default only online ones.',
    query: z.object({ status: z.enum(['online', 'offline', 'all']).default('online') }),
    reply: z.object({ data: z.array(sender) }),
    envelope: 'coded',
  }),

  create: endpoint('POST', '/api/user/chatapp/senders', {
    summary: 'Register a sender',
    description:
      'The number must exist at the carrier. Its status, limits and templates are read from the carrier. Only one account can register a number. Numbers in the carrier account of the installation can be registered by direct accounts only; the operator assigns them to other accounts.',
    body: z.object({
      phone_number: e164,
      display_name: requiredText(255),
      assistant_id: assistantId.nullable().optional(),
      ...webhooks,
    }),
    status: 201,
    reply: oneSender,
    refusals: { ...carrierUnavailable, ...carrierRefusals },
    envelope: 'coded',
    limit: perMinute(30),
  }),

  get: endpoint('GET', '/api/user/chatapp/senders/{id}', {
    summary: 'Get a sender',
    description: 'Returns the sender as of the last synchronization with the carrier.',
    ...ofSender,
    reply: z.object({ data: sender }),
    envelope: 'coded',
  }),

  update: endpoint('PUT', '/api/user/chatapp/senders/{id}', {
    summary: 'Update a sender',
    description: 'Missing fields stay unchanged. Fields that come from the carrier cannot be changed.',
    ...ofSender,
    body: z.object({
      display_name: requiredText(255).optional(),
      assistant_id: assistantId.nullable().optional(),
      ...webhooks,
    }),
    reply: oneSender,
    envelope: 'coded',
  }),

  delete: endpoint('DELETE', '/api/user/chatapp/senders/{id}', {
    summary: 'Delete a sender',
    description:
      'Messages of the sender are kept, and nothing changes at the carrier. Another account can then register the number. If the same account registers it again, the sender has its previous id and conversations.',
    ...ofSender,
    reply: message,
    envelope: 'coded',
  }),

  setWebhook: endpoint('POST', '/api/user/chatapp/senders/{id}/webhook', {
    summary: 'Set the inbound webhook at the carrier',
    description:
      'Configures `inbound_webhook_url` at the carrier, replacing any other URL. Registration and synchronization configure it only if the carrier has none.',
    ...ofSender,
    reply: oneSender,
    refusals: {
      ...ofSender.refusals,
      ...carrierUnavailable,
      ...carrierRefusals,
      ...publicUrlPrivate,
    },
    envelope: 'coded',
    limit: perMinute(10),
  }),

  ...templates,
  ...carrierAccounts,
}
