// Endpoints of the templates of chat-app senders.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { id, requiredText, text } from '../wire/fields.ts'
import { notFound } from '../wire/records.ts'
import { carrierRefusals, carrierUnavailable, perMinute } from './carrier-account.ts'

export const templateStatus = z.enum(['approved', 'pending', 'rejected'])
const category = z.enum(['marketing', 'utility', 'authentication'])

const template = z
  .object({
    id,
    name: z.string(),
    language: z.string().meta({ example: 'en_US' }),
    category,
    status: templateStatus,
    raw_status: z.string().meta({
      description:
        'The status in the terms of the carrier. A `paused` template has the status `pending`, a `disabled` one `rejected`; neither can be sent.',
      example: 'approved',
    }),
    body_text: z.string().meta({ description: 'Placeholders are written {{1}}, {{2}}, …' }),
    variables: z
      .array(z.string())
      .meta({ description: 'The names of the placeholders in the body and in all parts, in order.' }),
    has_variables: z.boolean(),
    parts: z
      .array(
        z.object({
          part: z.enum(['header', 'footer', 'media', 'button', 'code', 'other']),
          text: z.string(),
          value: z.string().nullable().meta({ description: 'The URL or phone number of a button.' }),
        }),
      )
      .meta({ description: 'The parts of the template other than its body. They can contain placeholders.' }),
    rejection_reason: z.string().nullable().meta({ description: 'The reason that the channel gave, if any.' }),
  })
  .meta({ id: 'ChatappTemplate' })

const senderNotFound = notFound('SENDER_NOT_FOUND', 'Sender not found')
const ofSenderTemplates = {
  params: z.object({ senderId: id }),
  notFoundCode: { senderId: 'SENDER_NOT_FOUND' },
  refusals: senderNotFound,
}

const templateFilter = z
  .enum([...templateStatus.options, 'all'])
  .default('approved')
  .meta({ description: '`all` returns templates of every status.' })

/** Part of the area of senders. */
export const templates = {
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
}
