// What senders, templates and carrier accounts look like on the wire.
import { z } from 'zod'
import { id, isoMicros } from './fields.ts'

export const e164 = z
  .string()
  .regex(/^\+[1-9]\d{6,14}$/)
  .meta({ description: 'E.164.', example: '+14155238886' })

const senderStatus = z.enum(['online', 'offline'])
export const templateStatus = z.enum(['approved', 'pending', 'rejected'])
export const category = z.enum(['marketing', 'utility', 'authentication'])

const inboundWebhookUrl = z.string().meta({
  description:
    'What has to stand at the carrier as the webhook of incoming messages, called by POST. Parley enters it where none is set, and never replaces another of itself.',
  example: 'https://parley.example.com/carrier/twilio/message#ct=2000&rc=3&rp=all',
})

export const sender = z
  .object({
    id,
    phone_number: z.string(),
    display_name: z.string(),
    status: senderStatus.meta({ description: 'As the carrier said last; only an online sender can send.' }),
    raw_status: z.string().meta({
      description: "The carrier's word; `GONE` when it does not know the number any more.",
      example: 'ONLINE',
    }),
    offline_reason: z.string().nullable().meta({ description: 'Why it is offline, as far as the carrier tells.' }),
    quality_rating: z.string().nullable().meta({ description: "The carrier's word.", example: 'HIGH' }),
    messaging_limit: z
      .union([z.int(), z.literal('unlimited')])
      .nullable()
      .meta({ description: 'People that templates may reach within 24 hours; null while the carrier does not tell.' }),
    messaging_limit_formatted: z.string().nullable().meta({ example: '10K customers / 24 h' }),
    voice_calling_enabled: z.boolean(),
    assistant_id: id.nullable().meta({
      description:
        'Answers customers who write to the sender. If it is null, their messages are stored and wait for a person; once it is set, the assistant answers from the next message on.',
    }),
    inbound_webhook_url: inboundWebhookUrl,
    webhook_ok: z.boolean().nullable().meta({
      description:
        'Whether the carrier posts what people write to that address, as it said last; null when it does not tell. While it is false nothing comes in by webhook.',
    }),
    receipts_webhook_url: z.string().nullable(),
    is_receipts_webhook_active: z.boolean(),
    messages_webhook_url: z.string().nullable(),
    is_messages_webhook_active: z.boolean(),
    last_synced_at: isoMicros.nullable(),
    created_at: isoMicros,
    updated_at: isoMicros,
  })
  .meta({ id: 'ChatappSender' })

export const template = z
  .object({
    id,
    name: z.string(),
    language: z.string().meta({ example: 'en_US' }),
    category,
    status: templateStatus,
    raw_status: z.string().meta({
      description:
        "The carrier's word: a `paused` template is shown as pending, a `disabled` one as rejected; neither can be sent.",
      example: 'approved',
    }),
    body_text: z.string().meta({ description: 'Placeholders are written {{1}}, {{2}}, …' }),
    variables: z
      .array(z.string())
      .meta({ description: 'Names of the placeholders of the body and of all parts, in their order.' }),
    has_variables: z.boolean(),
    parts: z
      .array(
        z.object({
          part: z.enum(['header', 'footer', 'media', 'button', 'code', 'other']),
          text: z.string(),
          value: z.string().nullable().meta({ description: 'Of a button: the address or number that it leads to.' }),
        }),
      )
      .meta({ description: 'What the template has beside its body; placeholders stand there too.' }),
    rejection_reason: z.string().nullable().meta({ description: 'Of the channel, where it gave one.' }),
  })
  .meta({ id: 'ChatappTemplate' })

export const carrierAccount = z
  .object({
    owner: z
      .enum(['account', 'installation'])
      .meta({ description: 'Whose account at the carrier serves the caller: its own, or that of the installation.' }),
    account_sid: z.string().nullable().meta({ description: 'Of an own account.' }),
    verified_at: isoMicros.nullable().meta({ description: 'When the carrier last accepted the credentials.' }),
    inbound_webhook_url: inboundWebhookUrl,
  })
  .meta({ id: 'CarrierAccount' })
