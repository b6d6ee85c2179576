// The endpoints of what is sent to the account's own addresses: the delivery log, sending again, the signing secret.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParam, isoMicros, message, page, pageQuery, text } from './fields.ts'

const deliveryStatus = z.enum(['pending', 'delivered', 'failed'])

const delivery = z
  .object({
    id,
    webhook_id: z.string().meta({ description: 'The `webhook-id` header of every attempt.' }),
    kind: z.string().meta({ example: 'conversation.ended' }),
    subject: z.string().meta({ description: 'The call or conversation that is told of.' }),
    url: z.string(),
    status: deliveryStatus,
    attempts: z.int(),
    last_status_code: z.int().nullable(),
    last_error: z.string().nullable(),
    next_attempt_at: isoMicros.nullable(),
    created_at: isoMicros,
    delivered_at: isoMicros.nullable(),
  })
  .meta({ id: 'WebhookDelivery' })

const ofDelivery = {
  params: idParam,
  notFoundCode: { id: 'DELIVERY_NOT_FOUND' },
}
const notFound = { DELIVERY_NOT_FOUND: { status: 404, message: 'Webhook delivery not found.' } }

export const webhooks = {
  listDeliveries: endpoint({
    method: 'GET',
    path: '/api/user/webhooks/deliveries',
    summary: 'List webhook deliveries',
    description:
      'Newest first, kept for 30 days. A delivery is tried until the receiver answers 2xx within 15 seconds; a redirect is a failure. After a failure it is tried again after 30, 60 and 120 seconds, 10 minutes, 1 hour and 6 hours (each 10 % more or less, with the same `webhook-id`), then kept as failed. 410 ends it at once and switches the hook off. One subject is never told of twice at a time; what one address is told of a subject comes in order, so a later delivery waits while an earlier one is still being tried.',
    auth: 'key',
    query: z.object({
      ...pageQuery({ default: 15, max: 100 }),
      status: deliveryStatus.optional(),
      kind: text(255).optional(),
      subject: text(255).optional(),
    }),
    reply: page(delivery),
    envelope: 'message',
  }),

  getDelivery: endpoint({
    method: 'GET',
    path: '/api/user/webhooks/deliveries/{id}',
    summary: 'Get a webhook delivery, its payload and every attempt',
    description: 'Returns the body as it is sent, and the status, error and duration of each attempt so far.',
    auth: 'key',
    ...ofDelivery,
    reply: z.object({
      ...delivery.shape,
      payload: z.record(z.string(), z.unknown()).meta({ description: 'The body as it is sent.' }),
      attempt_log: z.array(
        z.object({
          at: isoMicros,
          status_code: z.int().nullable(),
          error: z.string().nullable(),
          duration_ms: z.int().nullable().meta({ description: 'Null while the attempt is under way.' }),
          response: z.string().nullable().meta({ description: 'The first kilobyte of what the receiver answered.' }),
        }),
      ),
    }),
    refusals: notFound,
    envelope: 'message',
  }),

  resendDelivery: endpoint({
    method: 'POST',
    path: '/api/user/webhooks/deliveries/{id}/resend',
    summary: 'Send a webhook delivery again',
    description:
      'Whatever became of it before, now and by the whole schedule of retries; with the same `webhook-id`, so that a receiver who had it already can tell.',
    auth: 'key',
    ...ofDelivery,
    reply: z.object({ message: z.string(), data: delivery }),
    refusals: {
      ...notFound,
      DELIVERY_IN_PROGRESS: { status: 409, message: 'The webhook delivery is being sent right now.' },
    },
    envelope: 'message',
    idempotent: true,
  }),

  getSecret: endpoint({
    method: 'GET',
    path: '/api/user/webhooks/secret',
    summary: 'When the signing secret was made, and how it ends',
    description: 'Both null while there is none yet: one is made by rotating, or by the first delivery.',
    auth: 'key',
    reply: z.object({
      created_at: isoMicros.nullable(),
      hint: z.string().nullable().meta({ description: 'The last four characters.' }),
    }),
    envelope: 'message',
  }),

  rotateSecret: endpoint({
    method: 'POST',
    path: '/api/user/webhooks/secret/rotate',
    summary: 'Make a new signing secret',
    description:
      'The only time the secret is shown. For 24 hours the former one signs too: `webhook-signature` then carries both signatures, separated by a space. Deliveries are signed as Standard Webhooks says: `webhook-signature: v1,<base64 of HMAC-SHA256>` over `{webhook-id}.{webhook-timestamp}.{raw body}`. Their HMAC key is the bytes that the base64 text after `whsec_` encodes. `X-Signature-256: sha256=<hex of HMAC-SHA256>` is over the raw body alone, made with the new secret alone; its HMAC key is the characters of the whole secret, `whsec_` included.',
    auth: 'key',
    reply: z.object({
      ...message.shape,
      secret: z.string().meta({ example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }),
    }),
    envelope: 'message',
    limit: { requests: 10, windowMs: 60_000, per: 'account' },
  }),
}
