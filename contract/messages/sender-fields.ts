// Schemas of senders, templates and carrier accounts.
import { e164 as e164Form } from '@parley/rules'
import { z } from 'zod'
import { id, isoMicros } from '../wire/fields.ts'

export const e164 = z.string().regex(e164Form).meta({ description: 'E.164.', example: '+14155238886' })

const senderStatus = z.enum(['online', 'offline'])
export const templateStatus = z.enum(['approved', 'pending', 'rejected'])
export const category = z.enum(['marketing', 'utility', 'authentication'])

const inboundWebhookUrl = z.string().meta({
  description:
    'The URL to configure at the carrier as the POST webhook for incoming messages. Parley configures it if the carrier has none, and never replaces another URL by itself.',
  example: 'https://parley.example.com/carrier/twilio/message#ct=2000&rc=3&rp=all',
})

export const sender = z
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

export const carrierAccount = z
  .object({
    owner: z
      .enum(['account', 'installation'])
      .meta({ description: 'Whether the account uses its own carrier account or that of the installation.' }),
    account_sid: z.string().nullable().meta({ description: 'Null unless `owner` is `account`.' }),
    verified_at: isoMicros.nullable().meta({ description: 'When the carrier last accepted the credentials.' }),
    inbound_webhook_url: inboundWebhookUrl,
  })
  .meta({ id: 'CarrierAccount' })
