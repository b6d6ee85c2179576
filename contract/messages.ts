// The endpoints of chat-app messages: templates, freeform messages, and the 24-hour window between them.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, isoMicros, text } from './fields.ts'

const recipientPhone = z
  .string()
  .min(1)
  .meta({ description: 'E.164; anything else is refused with INVALID_PHONE.', example: '+14155551234' })

const isoOffset = z.string().meta({ example: '2026-01-31T09:30:00+00:00', format: 'date-time' })

export const deliveryStatus = z.enum(['queued', 'sent', 'delivered', 'read', 'failed', 'undelivered'])

const sessionStatus = z
  .object({
    is_open: z.boolean(),
    can_send_freeform: z.boolean(),
    requires_template: z.boolean(),
    message: z.string(),
    minutes_remaining: z.int().optional().meta({ description: 'While it is open.' }),
    expires_at: isoOffset.optional().meta({ description: 'While it is open.' }),
  })
  .meta({ id: 'SessionStatus' })

const sent = {
  success: z.boolean(),
  conversation_id: id,
  conversation_uuid: z.uuid().meta({ description: 'By which /api/user/conversations knows it.' }),
  message_id: id.meta({ description: 'The message in its conversation.' }),
  whatsapp_message_id: id.meta({ description: 'The message on its channel: what delivery receipts name.' }),
  message_sid: z.string().meta({ description: "The carrier's id; of a text that was split, that of its first part." }),
}

export const senderNotFound = {
  SENDER_NOT_FOUND: { status: 404, message: 'Sender not found or does not belong to you' },
}
const invalidPhone = {
  INVALID_PHONE: { status: 422, message: 'Invalid phone number format. Use E.164 format (e.g., +14155551234).' },
}
const poor = {
  INSUFFICIENT_BALANCE: { status: 402, message: 'Insufficient balance. Please top up your account.' },
}
export const senderOffline = (status: number) => ({
  SENDER_OFFLINE: { status, message: 'Sender is not online. Current status: offline' },
})
export const sessionExpired = {
  SESSION_EXPIRED: {
    status: 403,
    message: 'The 24-hour messaging window is closed. Customer must reply first, or use a template message.',
  },
}
const noAssistant = {
  NO_ASSISTANT_CONFIGURED: {
    status: 422,
    message: 'No assistant is configured for this sender. Give it one before it sends.',
  },
}
/** The carrier's own reason is in the sentence. */
export const carrierRefuses = {
  'PROVIDER_ERROR_*': { status: 422, message: 'The carrier refused the message.' },
  UNKNOWN_ERROR: { status: 422, message: 'The message could not be sent. Nothing was sent and nothing is charged.' },
}

/** Clients that know no difference between a list and a map write `["Ann"]` for `{"1": "Ann"}`. */
function numbered(values: Record<string, unknown> | unknown[]): Record<string, unknown> {
  return Array.isArray(values) ? Object.fromEntries(values.map((value, index) => [String(index + 1), value])) : values
}

const perSecond = { requests: 5, windowMs: 1000, per: 'account' as const }

const outcome =
  'The price is put aside before the carrier is asked, given back when it refuses, and credited when the message fails later. When the carrier takes the message but its answer is lost, the carrier is asked for up to three seconds; if it does not show the message by then, UNKNOWN_ERROR says so: it must not be sent again, because it is looked for until its outcome is known. UNKNOWN_ERROR carries `outcome`: `not_sent`, or `unknown` with the `conversation_id`, `message_id` and `whatsapp_message_id` by which the conversation and the receipts tell what became of it; the same request under the same `Idempotency-Key` is then answered with the end as it is known by that time.'

export const messages = {
  sendTemplate: endpoint({
    method: 'POST',
    path: '/api/user/chatapp/send',
    summary: 'Send a template message',
    description: `Opens a 24-hour window. To a recipient who has opted out, marketing templates are refused with PROVIDER_ERROR_21610; others are sent. The message stands in the conversation with the recipient, which is opened when there is none. ${outcome}`,
    auth: 'key',
    body: z.object({
      sender_id: id,
      template_id: id,
      recipient_phone: recipientPhone,
      recipient_name: text(255).nullable().optional(),
      variables: z
        .union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
        .transform(numbered)
        .nullable()
        .optional()
        .meta({
          description:
            "A string for every placeholder, by its number or by the name that the template's `variables` show. A list counts as `1`, `2` … Anything else is refused with TEMPLATE_MISMATCH.",
          example: { 1: 'Ann' },
        }),
    }),
    reply: z.object({ ...sent, status: deliveryStatus }),
    refusals: {
      ...invalidPhone,
      ...senderNotFound,
      TEMPLATE_NOT_FOUND: { status: 404, message: 'Template not found or does not belong to this sender' },
      ...senderOffline(422),
      TEMPLATE_NOT_SYNCED: {
        status: 422,
        message: 'Template is unknown to the carrier. Synchronise the templates and try again.',
      },
      TEMPLATE_NOT_APPROVED: { status: 422, message: 'Template is not approved. Current status: pending' },
      TEMPLATE_MISMATCH: { status: 422, message: 'Template variables do not match.' },
      ...noAssistant,
      VOICE_CALL_LIMIT_NOT_MET: {
        status: 422,
        message: 'Voice call templates need a sender that may reach at least 2000 people within 24 hours.',
      },
      MESSAGING_LIMIT_UNAVAILABLE: {
        status: 422,
        message: 'The carrier does not tell how many people this sender may reach. Please try again later.',
      },
      ...poor,
      ...carrierRefuses,
    },
    envelope: 'coded',
    limit: perSecond,
    idempotent: true,
  }),

  sendFreeform: endpoint({
    method: 'POST',
    path: '/api/user/chatapp/send-freeform',
    summary: 'Send a freeform message inside the 24-hour window',
    description: `Media are fetched once, at send time: JPEG and PNG up to 5 MB, WebP stickers up to 100 KB, or 500 KB when they move, audio (MP3, M4A, AAC, AMR, OGG with Opus), video (MP4, 3GP) and documents (PDF, Word, Excel, PowerPoint, plain text, vCard) up to 16 MB; the type is read from the content, and an MP4 or 3GP that its server calls audio counts as audio when it has no track of pictures. A text of more than 1,600 characters goes out in up to three parts, of many emoji in more, a caption of more than 1,024 after its medium. A sender without an assistant can send freeform messages too. ${outcome}`,
    auth: 'key',
    body: z
      .object({
        sender_id: id,
        recipient_phone: recipientPhone,
        message: text(4096)
          .nullable()
          .optional()
          .meta({ description: 'The caption when `media_url` is given; ignored with audio.' }),
        media_url: z
          .url()
          .max(2048)
          .nullable()
          .optional()
          .meta({ description: 'A publicly reachable address.', format: 'uri' }),
        filename: text(255).nullable().optional().meta({
          description:
            'Kept in the history as it is. The recipient of a document sees what the carrier allows: at most 20 characters, letters, digits, `_` and `-` only, so that other characters, spaces among them, become `_`; the extension is that of the content.',
          example: 'Price list 2026.pdf',
        }),
      })
      .superRefine((given, check) => {
        if (given.message || given.media_url) return
        for (const [path, other] of [
          ['message', 'media url'],
          ['media_url', 'message'],
        ] as const) {
          const message = `The :attribute field is required when ${other} is not present.`
          check.addIssue({ code: 'custom', path: [path], message })
        }
      }),
    reply: z.object({ ...sent, session_status: sessionStatus }),
    refusals: {
      ...invalidPhone,
      ...senderNotFound,
      ...senderOffline(503),
      ...sessionExpired,
      ...poor,
      ...carrierRefuses,
    },
    envelope: 'coded',
    limit: perSecond,
    idempotent: true,
  }),

  sessionStatus: endpoint({
    method: 'GET',
    path: '/api/user/chatapp/session-status',
    summary: 'Ask whether the 24-hour window is open',
    description:
      'A message of the customer opens it or begins it anew, a template opens it. The carrier itself counts messages of the customer alone: when it refuses a freeform message after a template, the window that the template opened is closed, no further template opens it, and `message` says that the customer has to reply first. While a freeform message would be refused for another reason, `can_send_freeform` is false and `message` says why. A customer who writes STOP, STOPALL, UNSUBSCRIBE or OPT OUT, and nothing else, has opted out until START: the assistant is silent, freeform messages and marketing templates are refused. Either word is confirmed to the customer by one message, at the price of a message.',
    auth: 'key',
    query: z.object({
      sender_id: id,
      recipient_phone: recipientPhone.meta({
        description:
          'E.164; anything else is refused with INVALID_PHONE. A `+` that is not encoded as `%2B` is understood too.',
        example: '+14155551234',
        'x-plus-as-space': true,
      }),
    }),
    reply: z.object({
      success: z.boolean(),
      has_conversation: z.boolean(),
      conversation_id: id.optional(),
      conversation_uuid: z.uuid().optional(),
      customer_name: z.string().nullable().optional(),
      last_customer_message_at: isoMicros.nullable().optional(),
      opted_out_at: isoMicros
        .nullable()
        .meta({ description: 'When the recipient forbade messages; null once they are allowed again.' }),
      marketing_opted_out_at: isoMicros.nullable().meta({ description: 'The same of marketing templates alone.' }),
      session_status: sessionStatus,
    }),
    refusals: { ...invalidPhone, ...senderNotFound },
    envelope: 'coded',
  }),
}
