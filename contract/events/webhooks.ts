// Endpoints of webhook deliveries and of the signing secret.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { id, isoMicros, message, page, pageQuery, text } from '../wire/fields.ts'
import { personal } from '../wire/personal.ts'
import { ofRecord } from '../wire/records.ts'

export const deliveryStatus = z.enum(['pending', 'delivered', 'failed'])

const delivery = z
  .object({
    id,
    webhook_id: z.string().meta({ description: 'The `webhook-id` header of every attempt.' }),
    kind: z.string().meta({ example: 'conversation.ended' }),
    subject: z.string().meta({ description: 'The call, conversation or message that the webhook is about.' }),
    url: personal('url', z.string()),
    status: deliveryStatus,
    attempts: z.int(),
    last_status_code: z.int().nullable(),
    last_error: z.string().nullable(),
    next_attempt_at: isoMicros.nullable(),
    created_at: isoMicros,
    delivered_at: isoMicros.nullable(),
  })
  .meta({ id: 'WebhookDelivery' })

const ofDelivery = ofRecord('DELIVERY_NOT_FOUND', 'Webhook delivery not found.')

export const webhooks = {
  listDeliveries: endpoint('GET', '/api/user/webhooks/deliveries', {
    access: 'edit',
    summary: 'List webhook deliveries',
    description:
      'Returns deliveries of the last 30 days, newest first. A delivery succeeds if the receiver responds with 2xx within 15 seconds; a redirect is a failure. A failed attempt is retried with the same `webhook-id` after 30, 60 and 120 seconds, 10 minutes, 1 hour and 6 hours, each ±10 %; then the delivery is `failed`. Status 410 fails it immediately and disables the webhook. Deliveries about one subject are never sent concurrently. To one URL they are sent in order: a delivery waits until earlier ones have succeeded or failed.',
    query: z.object({
      ...pageQuery({ default: 15, max: 100 }),
      status: deliveryStatus.optional(),
      kind: text(255).optional(),
      subject: text(255).optional(),
    }),
    reply: page(delivery),
  }),

  getDelivery: endpoint('GET', '/api/user/webhooks/deliveries/{id}', {
    access: 'edit',
    summary: 'Get a webhook delivery',
    description: 'Returns the delivery with its payload and with the status, error and duration of each attempt.',
    ...ofDelivery,
    reply: z.object({
      ...delivery.shape,
      payload: z.record(z.string(), z.unknown()).meta({ description: 'The body of the request.' }),
      attempt_log: z.array(
        z.object({
          at: isoMicros,
          status_code: z.int().nullable(),
          error: z.string().nullable(),
          duration_ms: z.int().nullable().meta({ description: 'Null while the attempt is in progress.' }),
          response: z.string().nullable().meta({ description: 'The first kilobyte of the response body.' }),
        }),
      ),
    }),
  }),

  resendDelivery: endpoint('POST', '/api/user/webhooks/deliveries/{id}/resend', {
    audit: 'action',
    summary: 'Resend a webhook delivery',
    description:
      'Sends the delivery again now, whatever its status, with the full schedule of retries and the same `webhook-id`, so that the receiver can detect duplicates.',
    ...ofDelivery,
    reply: z.object({ message: z.string(), data: delivery }),
    refusals: {
      ...ofDelivery.refusals,
      DELIVERY_IN_PROGRESS: { status: 409, message: 'The webhook delivery is being sent right now.' },
    },
    idempotent: true,
  }),

  getSecret: endpoint('GET', '/api/user/webhooks/secret', {
    access: 'edit',
    summary: 'Get the signing secret (metadata only)',
    description:
      'Returns the creation time and a hint, never the secret. Both are null until the first rotation or delivery creates a secret.',
    reply: z.object({
      created_at: isoMicros.nullable(),
      hint: z.string().nullable().meta({ description: 'The last four characters of the secret.' }),
    }),
  }),

  rotateSecret: endpoint('POST', '/api/user/webhooks/secret/rotate', {
    audit: 'action',
    summary: 'Rotate the signing secret',
    description:
      'Creates a new secret and returns it. It is shown only once. For 24 hours, `webhook-signature` contains signatures of both the new and the previous secret, separated by a space. It follows Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}`, keyed with the bytes that the base64 text after `whsec_` encodes. `X-Signature-256` is `sha256=` and the hexadecimal HMAC-SHA256 of the raw body, keyed with the whole new secret as text, including `whsec_`.',
    reply: z.object({
      ...message.shape,
      secret: z.string().meta({ example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }),
    }),
    limit: { requests: 10, windowMs: 60_000, per: 'account' },
  }),
}
