// Endpoints of chat-app messages: template messages, freeform messages and the 24-hour window.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { id, isoMicros, text } from '../wire/fields.ts'

const recipientPhone = z
  .string()
  .min(1)
  .meta({ description: 'In E.164 format. Any other value fails with `INVALID_PHONE`.', example: '+14155551234' })

const isoOffset = z.string().meta({ example: '2026-01-31T09:30:00+00:00', format: 'date-time' })

export const deliveryStatus = z.enum(['queued', 'sent', 'delivered', 'read', 'failed', 'undelivered'])

const sessionStatus = z
  .object({
    is_open: z.boolean(),
    can_send_freeform: z.boolean(),
    requires_template: z.boolean(),
    message: z.string(),
    minutes_remaining: z.int().optional().meta({ description: 'Present while the window is open.' }),
    expires_at: isoOffset.optional().meta({ description: 'Present while the window is open.' }),
  })
  .meta({ id: 'SessionStatus' })

const sendResult = {
  success: z.boolean(),
  conversation_id: id,
  conversation_uuid: z.uuid().meta({ description: 'The `id` of the conversation in `/api/user/conversations`.' }),
  message_id: id.meta({ description: 'The message in its conversation.' }),
  whatsapp_message_id: id.meta({ description: 'The message on its channel, as named in delivery receipts.' }),
  message_sid: z.string().meta({
    description: 'The id of the message at the carrier. For a text sent in several parts, the id of the first part.',
  }),
}

export const senderNotFound = {
  SENDER_NOT_FOUND: { status: 404, message: 'Sender not found or does not belong to you' },
}
const invalidPhone = {
  INVALID_PHONE: { status: 422, message: 'Invalid phone number format. Use E.164 format (e.g., +14155551234).' },
}
export const insufficientBalance = (status: number) => ({
  INSUFFICIENT_BALANCE: { status, message: 'Insufficient balance. Please top up your account.' },
})
export const senderOffline = (status: number) => ({
  SENDER_OFFLINE: { status, message: 'Sender is not online. Current status: offline' },
})
export const sessionExpired = {
  SESSION_EXPIRED: {
    status: 403,
    message: 'The 24-hour messaging window is closed. Customer must reply first, or use a template message.',
  },
}
/** For recipients who have opted out, at the carrier or in Parley. */
export const optedOutCode = 'PROVIDER_ERROR_21610'

/** The actual message includes the reason that the carrier gave. */
export const carrierRefusals = {
  'PROVIDER_ERROR_*': { status: 422, message: 'The carrier refused the message.' },
  UNKNOWN_ERROR: { status: 422, message: 'The message could not be sent. Nothing was sent and nothing is charged.' },
}

/** Clients without a distinction between lists and maps send `["Ann"]` for `{"1": "Ann"}`. */
function listToMap(values: Record<string, unknown> | unknown[]): Record<string, unknown> {
  return Array.isArray(values) ? Object.fromEntries(values.map((value, index) => [String(index + 1), value])) : values
}

export const perSecond = { requests: 5, windowMs: 1000, per: 'account' as const }

const doNotContact =
  'A recipient on the do-not-contact list with the scope `everything` fails with `UNKNOWN_ERROR`, whose `outcome` is `not_sent`.'

export const sendOutcome =
  "The price is reserved before the message is sent, released if the carrier rejects the message, and refunded if the message fails later. If the carrier's response is lost, Parley looks the message up for up to three seconds, and then fails with `UNKNOWN_ERROR`. Its `outcome` is `not_sent` or `unknown`. With `unknown`, do not send the message again: Parley keeps looking it up, and the conversation and delivery receipts report the result for the `conversation_id`, `message_id` and `whatsapp_message_id` of the error. Repeating the request with the same `Idempotency-Key` returns the result as soon as it is known."

export const messages = {
  sendTemplate: endpoint('POST', '/api/user/chatapp/send', {
    access: 'answer',
    audit: 'none',
    summary: 'Send a template message',
    description: `Opens a 24-hour window. The message is added to the conversation with the recipient, which is created if it does not exist. If the recipient has opted out, marketing templates fail with \`${optedOutCode}\`; other templates are sent. ${doNotContact} ${sendOutcome}`,
    body: z.object({
      sender_id: id,
      template_id: id,
      recipient_phone: recipientPhone,
      recipient_name: text(255).nullable().optional(),
      variables: z
        .union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
        .transform(listToMap)
        .nullable()
        .optional()
        .meta({
          description:
            'A string for every placeholder, keyed by its number or by its name in the `variables` of the template. An array sets placeholders `1`, `2` and so on. Any other value fails with `TEMPLATE_MISMATCH`.',
          example: { 1: 'Ann' },
        }),
    }),
    reply: z.object({ ...sendResult, status: deliveryStatus }),
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
      NO_ASSISTANT_CONFIGURED: {
        status: 422,
        message: 'This sender has no assistant. Assign one before sending.',
      },
      VOICE_CALL_LIMIT_NOT_MET: {
        status: 422,
        message: 'Voice call templates need a sender that may reach at least 2000 people within 24 hours.',
      },
      MESSAGING_LIMIT_UNAVAILABLE: {
        status: 422,
        message: 'The carrier did not report how many people this sender may reach. Please try again later.',
      },
      ...insufficientBalance(402),
      ...carrierRefusals,
    },
    envelope: 'coded',
    limit: perSecond,
    idempotent: true,
  }),

  sendFreeform: endpoint('POST', '/api/user/chatapp/send-freeform', {
    access: 'answer',
    audit: 'none',
    summary: 'Send a freeform message inside the 24-hour window',
    description: `Media files are fetched once, when the message is sent: JPEG and PNG images up to 5 MB; WebP stickers up to 100 KB, or 500 KB if animated; audio (MP3, M4A, AAC, AMR, OGG with Opus), video (MP4, 3GP) and documents (PDF, Word, Excel, PowerPoint, plain text, vCard) up to 16 MB. The type is detected from the content; an MP4 or 3GP file without a video track is audio if its server declares it as audio. Text of more than 1,600 characters is sent in up to three parts, or more if it contains many emoji. A caption of more than 1,024 characters is sent after the media file. The sender does not need an assistant. ${doNotContact} ${sendOutcome}`,
    body: z
      .object({
        sender_id: id,
        recipient_phone: recipientPhone,
        message: text(4096)
          .nullable()
          .optional()
          .meta({ description: 'The text, or the caption if `media_url` is set. Ignored with audio.' }),
        media_url: z
          .url()
          .max(2048)
          .nullable()
          .optional()
          .meta({ description: 'A publicly reachable URL.', format: 'uri' }),
        filename: text(255).nullable().optional().meta({
          description:
            'Stored unchanged in the history. The recipient of a document sees a name of at most 20 characters, in which characters other than letters, digits, `_` and `-` are replaced by `_`. The extension follows the content.',
          example: 'Price list 2026.pdf',
        }),
      })
      .superRefine((fields, check) => {
        if (fields.message || fields.media_url) return
        for (const [path, other] of [
          ['message', 'media url'],
          ['media_url', 'message'],
        ] as const) {
          const message = `The :attribute field is required when ${other} is not present.`
          check.addIssue({ code: 'custom', path: [path], message })
        }
      }),
    reply: z.object({ ...sendResult, session_status: sessionStatus }),
    refusals: {
      ...invalidPhone,
      ...senderNotFound,
      ...senderOffline(503),
      ...sessionExpired,
      ...insufficientBalance(402),
      ...carrierRefusals,
    },
    envelope: 'coded',
    limit: perSecond,
    idempotent: true,
  }),

  sessionStatus: endpoint('GET', '/api/user/chatapp/session-status', {
    access: 'answer',
    summary: 'Get the status of the 24-hour window',
    description:
      'A message of the customer opens or restarts the window; a template message opens it. The carrier only counts messages of the customer. If it rejects a freeform message after a template, the window closes, templates no longer open it, and `message` says that the customer has to reply first. If freeform messages would fail for another reason, `can_send_freeform` is false and `message` gives the reason. A customer who sends only STOP, STOPALL, UNSUBSCRIBE or OPT OUT has opted out until they send START: the assistant does not answer, and freeform messages and marketing templates are rejected. Parley confirms either word with one message, which is charged.',
    query: z.object({
      sender_id: id,
      recipient_phone: recipientPhone.meta({
        description:
          'In E.164 format. Any other value fails with `INVALID_PHONE`. A `+` is accepted without encoding as `%2B`.',
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
        .meta({ description: 'When the recipient opted out. Null once they have opted in again.' }),
      marketing_opted_out_at: isoMicros.nullable().meta({ description: 'The same for marketing templates only.' }),
      session_status: sessionStatus,
    }),
    refusals: { ...invalidPhone, ...senderNotFound },
    envelope: 'coded',
  }),
}
