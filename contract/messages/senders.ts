// Endpoints of chat-app senders, their templates and their carrier account.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { assistantId, id, idParam, message, requiredText, text, webUrl } from '../wire/fields.ts'
import { carrierAccount, category, e164, sender, template, templateStatus } from './sender-fields.ts'

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

const senderNotFound = { SENDER_NOT_FOUND: { status: 404, message: 'Sender not found' } }
const carrierUnavailable = {
  CARRIER_UNAVAILABLE: { status: 503, message: 'The carrier cannot be reached right now. Please try again.' },
}
/** The actual message includes the reason that the carrier gave. */
const carrierRefusals = { 'PROVIDER_ERROR_*': { status: 422, message: 'The carrier refused the request.' } }

const ofSender = { params: idParam, notFoundCode: { id: 'SENDER_NOT_FOUND' }, refusals: senderNotFound }
const ofSenderTemplates = {
  params: z.object({ senderId: id }),
  notFoundCode: { senderId: 'SENDER_NOT_FOUND' },
  refusals: senderNotFound,
}

const templateFilter = z
  .enum([...templateStatus.options, 'all'])
  .default('approved')
  .meta({ description: '`all` returns templates of every status.' })

const carrierInUse = {
  CARRIER_IN_USE: {
    status: 409,
    message: 'Delete the senders and phone numbers of the current carrier account first.',
  },
}

/** Protects the rate limit of the carrier, which each of these requests counts against. */
const perMinute = (requests: number) => ({ requests, windowMs: 60_000, per: 'account' as const })

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
      ...senderNotFound,
      ...carrierUnavailable,
      ...carrierRefusals,
      PUBLIC_URL_PRIVATE: {
        status: 422,
        message: 'The carrier cannot reach the address of this installation. Its operator has to set PUBLIC_URL.',
      },
    },
    envelope: 'coded',
    limit: perMinute(10),
  }),

  listTemplates: endpoint('GET', '/api/user/chatapp/senders/{senderId}/templates', {
    access: 'follow',
    summary: 'List the templates of a sender',
    description: 'Returns the templates as of the last synchronization with the carrier, which runs every 4 hours.',
    ...ofSenderTemplates,
    query: z.object({ status: templateFilter }),
    reply: z.object({ data: z.array(template) }),
    envelope: 'coded',
  }),

  listTemplatesBare: endpoint('GET', '/api/user/chatapp/templates', {
    summary: 'List the templates of a sender as an array',
    description:
      'Returns the same templates as `GET /api/user/chatapp/senders/{senderId}/templates`, for clients that pass the sender in the query and expect an array.',
    query: z.object({ sender_id: id, status: templateFilter }),
    reply: z.array(template),
    refusals: senderNotFound,
    envelope: 'coded',
  }),

  getTemplate: endpoint('GET', '/api/user/chatapp/senders/{senderId}/templates/{templateId}', {
    summary: 'Get a template of a sender',
    description: 'Returns a template of any status, as of the last synchronization with the carrier.',
    params: z.object({ senderId: id, templateId: id }),
    notFoundCode: { senderId: 'SENDER_NOT_FOUND', templateId: 'TEMPLATE_NOT_FOUND' },
    reply: z.object({ data: template }),
    refusals: {
      ...senderNotFound,
      TEMPLATE_NOT_FOUND: { status: 404, message: 'Template not found or does not belong to this sender' },
    },
    envelope: 'coded',
  }),

  createTemplate: endpoint('POST', '/api/user/chatapp/senders/{senderId}/templates', {
    summary: 'Submit a template for approval',
    description:
      'The template is `pending` until the channel has reviewed it. Placeholders are numbered {{1}}, {{2}}, … and must not be adjacent. The body must not begin or end with a placeholder, and needs at least two words per placeholder plus one. Templates of category `authentication` have a fixed text and are created at the carrier; they are listed and sent like other templates.',
    ...ofSenderTemplates,
    body: z.object({
      name: requiredText(512)
        .regex(/^[a-z0-9_]*$/)
        .meta({ description: 'Lower-case letters, digits and `_`.', example: 'order_shipped' }),
      language: z
        .string()
        .regex(/^[a-z]{2,3}(_[A-Za-z]{2,4})?$/)
        .meta({ example: 'en_US' }),
      category,
      body_text: requiredText(1024).meta({ example: 'Hello {{1}}, your order was shipped today.' }),
      variables: z
        .array(requiredText(60))
        .max(100)
        .optional()
        .meta({ description: 'The names of the placeholders, in order. Defaults to their numbers.' }),
      samples: z
        .array(text(200))
        .max(100)
        .optional()
        .meta({ description: 'Sample values for the review, in order. Defaults to the names.' }),
    }),
    status: 201,
    reply: z.object({ message: z.string(), data: template }),
    refusals: { ...senderNotFound, ...carrierUnavailable, ...carrierRefusals },
    envelope: 'coded',
    limit: perMinute(30),
  }),

  sync: endpoint('POST', '/api/user/chatapp/templates/sync', {
    summary: 'Synchronize senders and templates',
    description:
      'Reads the senders and templates of the account from the carrier. `synced` is the number of templates found.',
    reply: z.object({ message: z.string(), data: z.object({ synced: z.int() }) }),
    refusals: { ...carrierUnavailable, ...carrierRefusals },
    envelope: 'coded',
    limit: perMinute(10),
  }),

  getCarrier: endpoint('GET', '/api/user/carrier', {
    summary: 'Get the carrier account',
    description:
      'Returns the carrier account that the senders and phone numbers belong to. The auth token is never returned.',
    reply: z.object({ data: carrierAccount }),
  }),

  setCarrier: endpoint('PUT', '/api/user/carrier', {
    summary: 'Set your own carrier account',
    description:
      'Verifies the credentials with the carrier and stores them encrypted. To change to another carrier account, first delete all senders and phone numbers of the current one.',
    body: z.object({
      account_sid: z
        .string()
        .regex(/^AC[0-9a-fA-F]{32}$/)
        .meta({ example: 'AC00000000000000000000000000000000' }),
      auth_token: requiredText(255),
    }),
    reply: z.object({ message: z.string(), data: carrierAccount }),
    refusals: { ...carrierUnavailable, ...carrierInUse },
    limit: perMinute(10),
  }),

  deleteCarrier: endpoint('DELETE', '/api/user/carrier', {
    summary: 'Delete your own carrier account',
    description:
      'Deletes the stored credentials and returns to the carrier account of the installation. First delete all senders and phone numbers of your own carrier account.',
    reply: message,
    refusals: { CARRIER_NOT_FOUND: { status: 404, message: 'Carrier account not found' }, ...carrierInUse },
  }),
}
