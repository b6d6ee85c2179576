// The endpoints of chat-app senders, their templates, and the carrier account that they belong to.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { assistantId, id, idParam, message, requiredText, text, webUrl } from './fields.ts'
import { carrierAccount, category, e164, sender, template, templateStatus } from './sender-fields.ts'

const isActive = z.boolean().optional().meta({ description: 'True unless given when the address is set.' })

const webhooks = {
  receipts_webhook_url: webUrl.nullable().optional().meta({
    description: 'Receives the webhook `message.status` for every change of a message’s delivery status.',
  }),
  is_receipts_webhook_active: isActive,
  messages_webhook_url: webUrl.nullable().optional().meta({
    description: 'Receives the webhook `message.received` for every message that a customer writes to the sender.',
  }),
  is_messages_webhook_active: isActive,
}

const senderNotFound = { SENDER_NOT_FOUND: { status: 404, message: 'Sender not found' } }
const carrierUnavailable = {
  CARRIER_UNAVAILABLE: { status: 503, message: 'The carrier cannot be reached right now. Please try again.' },
}
/** The carrier's own reason is in the sentence. */
const carrierRefuses = { 'PROVIDER_ERROR_*': { status: 422, message: 'The carrier refused the request.' } }

const notFoundCode = { id: 'SENDER_NOT_FOUND' }
const ofSender = { params: z.object({ senderId: id }), notFoundCode: { senderId: 'SENDER_NOT_FOUND' } }

const templateFilter = z
  .enum([...templateStatus.options, 'all'])
  .default('approved')
  .meta({ description: '`all` returns templates of every status.' })

/** Each such request asks the carrier, which counts them. */
const perMinute = (requests: number) => ({ requests, windowMs: 60_000, per: 'account' as const })

const oneSender = z.object({ message: z.string(), data: sender })

export const senders = {
  list: endpoint({
    method: 'GET',
    path: '/api/user/chatapp/senders',
    summary: 'List chat-app senders',
    description: 'Returns the senders of the account, by default those that are online.',
    auth: 'key',
    query: z.object({ status: z.enum(['online', 'offline', 'all']).default('online') }),
    reply: z.object({ data: z.array(sender) }),
    envelope: 'coded',
  }),

  create: endpoint({
    method: 'POST',
    path: '/api/user/chatapp/senders',
    summary: 'Register a sender that the carrier knows',
    description:
      'Its status, limits and templates are read from the carrier. A number can be registered by one account only; under the carrier account of the installation, by a direct account only: others are given numbers by the operator.',
    auth: 'key',
    body: z.object({
      phone_number: e164,
      display_name: requiredText(255),
      assistant_id: assistantId.nullable().optional(),
      ...webhooks,
    }),
    status: 201,
    reply: oneSender,
    refusals: { ...carrierUnavailable, ...carrierRefuses },
    envelope: 'coded',
    limit: perMinute(30),
  }),

  get: endpoint({
    method: 'GET',
    path: '/api/user/chatapp/senders/{id}',
    summary: 'Get a sender',
    description: 'Returns the sender as the carrier described it at the latest synchronisation.',
    auth: 'key',
    params: idParam,
    notFoundCode,
    reply: z.object({ data: sender }),
    refusals: senderNotFound,
    envelope: 'coded',
  }),

  update: endpoint({
    method: 'PUT',
    path: '/api/user/chatapp/senders/{id}',
    summary: 'Update a sender',
    description: 'Absent fields are left alone. What the carrier says of the sender cannot be changed here.',
    auth: 'key',
    params: idParam,
    notFoundCode,
    body: z.object({
      display_name: requiredText(255).optional(),
      assistant_id: assistantId.nullable().optional(),
      ...webhooks,
    }),
    reply: oneSender,
    refusals: senderNotFound,
    envelope: 'coded',
  }),

  delete: endpoint({
    method: 'DELETE',
    path: '/api/user/chatapp/senders/{id}',
    summary: 'Delete a sender',
    description:
      'Its messages stay, and nothing changes at the carrier. Its number may then be registered by another account; registered again by the same one it is the same sender, with its id and conversations.',
    auth: 'key',
    params: idParam,
    notFoundCode,
    reply: message,
    refusals: senderNotFound,
    envelope: 'coded',
  }),

  setWebhook: endpoint({
    method: 'POST',
    path: '/api/user/chatapp/senders/{id}/webhook',
    summary: 'Have the carrier post incoming messages here',
    description:
      'Enters `inbound_webhook_url` at the carrier, in the place of whatever stands there. Registering and synchronising do so only where nothing is set.',
    auth: 'key',
    params: idParam,
    notFoundCode,
    reply: oneSender,
    refusals: {
      ...senderNotFound,
      ...carrierUnavailable,
      ...carrierRefuses,
      PUBLIC_URL_PRIVATE: {
        status: 422,
        message: 'The carrier cannot reach the address of this installation. Its operator has to set PUBLIC_URL.',
      },
    },
    envelope: 'coded',
    limit: perMinute(10),
  }),

  listTemplates: endpoint({
    method: 'GET',
    path: '/api/user/chatapp/senders/{senderId}/templates',
    summary: 'List the templates of a sender',
    description: 'As the carrier knew them when they were last synchronised, which happens every 4 hours.',
    auth: 'key',
    ...ofSender,
    query: z.object({ status: templateFilter }),
    reply: z.object({ data: z.array(template) }),
    refusals: senderNotFound,
    envelope: 'coded',
  }),

  listTemplatesBare: endpoint({
    method: 'GET',
    path: '/api/user/chatapp/templates',
    summary: 'List the templates of a sender as a bare array',
    description:
      'Returns the same templates as `GET /api/user/chatapp/senders/{senderId}/templates`, for clients that name the sender in the query and expect an array.',
    auth: 'key',
    query: z.object({ sender_id: id, status: templateFilter }),
    reply: z.array(template),
    refusals: senderNotFound,
    envelope: 'coded',
  }),

  getTemplate: endpoint({
    method: 'GET',
    path: '/api/user/chatapp/senders/{senderId}/templates/{templateId}',
    summary: 'Get a template of a sender',
    description: 'Of any status, as the carrier knew it when templates were last synchronised.',
    auth: 'key',
    params: z.object({ senderId: id, templateId: id }),
    notFoundCode: { senderId: 'SENDER_NOT_FOUND', templateId: 'TEMPLATE_NOT_FOUND' },
    reply: z.object({ data: template }),
    refusals: {
      ...senderNotFound,
      TEMPLATE_NOT_FOUND: { status: 404, message: 'Template not found or does not belong to this sender' },
    },
    envelope: 'coded',
  }),

  createTemplate: endpoint({
    method: 'POST',
    path: '/api/user/chatapp/senders/{senderId}/templates',
    summary: 'Submit a template for approval',
    description:
      'It is `pending` until the channel has reviewed it. The body may not begin or end with a placeholder, placeholders may not touch and count 1, 2, 3, …, and the text needs at least two words for each placeholder and one more. Templates of category `authentication` are made at the carrier, for the channel gives them its own text; they are listed and sent like all others.',
    auth: 'key',
    ...ofSender,
    body: z.object({
      name: requiredText(512)
        .regex(/^[a-z0-9_]*$/)
        .meta({ description: 'Lower-case letters, digits and `_`.', example: 'order_shipped' }),
      language: z
        .string()
        .regex(/^[a-z]{2,3}(_[A-Za-z]{2,4})?$/)
        .meta({ example: 'en_US' }),
      category,
      body_text: requiredText(1024).meta({ example: 'Hello {{1}}, your order has left our house today.' }),
      variables: z
        .array(requiredText(60))
        .max(100)
        .optional()
        .meta({ description: 'Names of the placeholders, in their order; by number unless given.' }),
      samples: z
        .array(text(200))
        .max(100)
        .optional()
        .meta({ description: 'What the reviewers see in the place of the placeholders; the names unless given.' }),
    }),
    status: 201,
    reply: z.object({ message: z.string(), data: template }),
    refusals: { ...senderNotFound, ...carrierUnavailable, ...carrierRefuses },
    envelope: 'coded',
    limit: perMinute(30),
  }),

  sync: endpoint({
    method: 'POST',
    path: '/api/user/chatapp/templates/sync',
    summary: 'Synchronise senders and templates with the carrier now',
    description: '`synced` counts the templates that the caller’s senders have at the carrier.',
    auth: 'key',
    reply: z.object({ message: z.string(), data: z.object({ synced: z.int() }) }),
    refusals: { ...carrierUnavailable, ...carrierRefuses },
    envelope: 'coded',
    limit: perMinute(10),
  }),

  getCarrier: endpoint({
    method: 'GET',
    path: '/api/user/carrier',
    summary: 'Whose account at the carrier is used',
    description: 'The auth token is never shown.',
    auth: 'key',
    reply: z.object({ data: carrierAccount }),
    envelope: 'message',
  }),

  setCarrier: endpoint({
    method: 'PUT',
    path: '/api/user/carrier',
    summary: 'Use an own account at the carrier',
    description:
      'The carrier is asked whether it accepts the credentials before they are kept, encrypted. A change to another account needs all senders of the present one deleted first.',
    auth: 'key',
    body: z.object({
      account_sid: z
        .string()
        .regex(/^AC[0-9a-fA-F]{32}$/)
        .meta({ example: 'AC00000000000000000000000000000000' }),
      auth_token: requiredText(255),
    }),
    reply: z.object({ message: z.string(), data: carrierAccount }),
    refusals: {
      ...carrierUnavailable,
      CARRIER_IN_USE: { status: 409, message: 'Delete the senders of the present carrier account first.' },
    },
    envelope: 'message',
    limit: perMinute(10),
  }),

  deleteCarrier: endpoint({
    method: 'DELETE',
    path: '/api/user/carrier',
    summary: 'Use the carrier account of the installation again',
    description: 'Deletes the stored credentials. Senders of the own carrier account have to be deleted first.',
    auth: 'key',
    reply: message,
    refusals: {
      CARRIER_NOT_FOUND: { status: 404, message: 'Carrier account not found' },
      CARRIER_IN_USE: { status: 409, message: 'Delete the senders of the present carrier account first.' },
    },
    envelope: 'message',
  }),
}
