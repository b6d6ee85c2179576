// The payloads of all webhooks, by kind.
import { z } from 'zod'
import { callEndedPayload } from '../calls/call-fields.ts'
import { contact } from '../contacts/contacts.ts'
import { attachment, conversationType, extractedValues, referral, role } from '../conversations/conversation-fields.ts'
import { owner } from '../conversations/inbox.ts'
import { deliveryStatus } from '../messages/messages.ts'
import { id, isoMicros } from '../wire/fields.ts'

export interface WebhookPayload {
  summary: string
  description: string
  body: z.ZodObject
}

const sender = z.object({ id, phone_number: z.string(), display_name: z.string() })

const transcriptEntry = z.object({
  role,
  content: z.string(),
  timestamp: isoMicros,
  timestamp_unix: z.int().meta({ description: 'In Unix seconds.' }),
})

const sentAttachment = attachment.extend({
  role: role.meta({ description: 'The author of the message.' }),
  message_index: z.int().meta({ description: 'The zero-based index of the message in `transcript`.' }),
  timestamp: isoMicros,
})

const receivedAttachment = z.object({
  url: z.string().meta({ description: 'Valid for seven days.', format: 'uri' }),
  content_type: z.string().nullable(),
  filename: z.string().nullable(),
})

export const webhookPayloads = {
  'call.ended': {
    summary: 'Call ended',
    description:
      "Sent to the assistant's `webhook_url` while `is_webhook_active` is true, after the call has been evaluated. For an inbound call, it is also sent to the `inbound_webhook_url` while that webhook is active. With `send_webhook_only_on_completed`, calls that were not connected are not reported.",
    body: callEndedPayload,
  },

  'conversation.handed-over': {
    summary: 'Conversation handed over',
    description:
      "Sent to the `webhook_url` of the assistant's `handover` when one of its rules gives a conversation to a member or to nobody.",
    body: z.object({
      conversation_id: z.uuid(),
      assistant_id: z.uuid(),
      type: conversationType,
      reason: z.enum(['keyword', 'request', 'failures']).meta({
        description:
          '`keyword`: the customer wrote one · `request`: the customer asked for a person · `failures`: the assistant could not answer.',
      }),
      owner,
      customer_name: z.string().nullable(),
      customer_phone: z.string().nullable(),
      customer_identifier: z.string().nullable(),
      message_count: z.int(),
      timestamp: isoMicros,
    }),
  },

  'conversation.ended': {
    summary: 'Conversation ended',
    description:
      "Sent to the assistant's `conversation_ended_webhook_url` while `is_conversation_ended_webhook_active` is true, when the assistant ends the conversation or after `conversation_inactivity_timeout` minutes without a message. If the conversation continues and ends again, the webhook is sent again only if `conversation_ended_retrigger` is true.",
    body: z.object({
      id,
      conversation_id: z.uuid(),
      assistant_id: z.uuid(),
      type: conversationType,
      message_count: z
        .int()
        .meta({ description: 'The number of messages of both sides, including the initial message.' }),
      status: z.literal('ended'),
      extracted_variables: extractedValues.meta({
        description: 'Values for the names of `post_call_schema`. Null if the conversation does not contain the value.',
      }),
      input_variables: z.record(z.string(), z.string()),
      transcript: z.array(transcriptEntry),
      formatted_transcript: z.string().meta({
        description: 'One line for each message.',
        example: 'AI: Hello, how can I help you?\nCustomer: When do you open?',
      }),
      attachments: z.array(sentAttachment).meta({ description: 'The files of the messages in `transcript`.' }),
      customer_phone: z.string().nullable().meta({ description: 'E.164. Null unless the type is `chatapp` or `sms`.' }),
      customer_name: z.string().nullable(),
      sender: sender.nullable().meta({ description: 'Null unless the type is `chatapp` or `sms`.' }),
      created_at: isoMicros,
      ended_at: isoMicros.nullable(),
    }),
  },

  'message.received': {
    summary: 'Chat-app message received',
    description:
      "Sent to the sender's `messages_webhook_url` while `is_messages_webhook_active` is true, for every message of a customer, whether or not an assistant answers. Messages of one conversation are sent in order.",
    body: z.object({
      event: z.literal('message_received'),
      whatsapp_message_id: id.meta({ description: 'The id of the message on its channel.' }),
      message_sid: z.string().meta({ description: 'The id of the message at the carrier.' }),
      message_id: id.nullable().meta({ description: 'The id of the message in the history of the conversation.' }),
      conversation_id: id.nullable().meta({
        description: 'Null, like the other conversation ids, for a reaction before a conversation exists.',
      }),
      conversation_uuid: z.uuid().nullable(),
      assistant_id: id.nullable().meta({ description: 'Null if no assistant answers in the conversation.' }),
      assistant_uuid: z.uuid().nullable(),
      sender,
      from: z.string().meta({
        description: 'The number of the customer in E.164 format, or their id at the carrier if the number is hidden.',
      }),
      to: z.string().meta({ description: 'The number of the sender in E.164 format.' }),
      customer_name: z.string().nullable(),
      body: z.string().meta({
        description: 'The text as in the history. Content other than text is described in brackets.',
        example: '[image] The lid is broken',
      }),
      attachments: z.array(receivedAttachment),
      button_payload: z.string().nullable().meta({
        description: 'The payload of the template button that the customer tapped.',
        example: 'confirm:42',
      }),
      replied_to_message_id: id.nullable().meta({
        description: 'The `message_id` of the message that the customer replied to.',
      }),
      referral: referral.nullable().meta({ description: 'The ad or post from which the customer began to write.' }),
      timestamp: isoMicros.meta({ description: 'When Parley received the message.' }),
    }),
  },

  'message.status': {
    summary: 'Chat-app message status changed',
    description:
      "Sent to the sender's `receipts_webhook_url` while `is_receipts_webhook_active` is true, for every change of the status of a message. Statuses only move forward, and some may be skipped. A text that was sent in several parts is one message, with the status of its least advanced part, or `failed` if a part failed.",
    body: z.object({
      event: z.literal('message_status'),
      whatsapp_message_id: id.meta({ description: 'As in the response of the send request.' }),
      message_sid: z.string().nullable().meta({ description: 'The id of the message at the carrier.' }),
      meta_message_id: z.string().nullable().meta({ description: 'The same as `message_sid`, for existing clients.' }),
      conversation_id: id.nullable(),
      conversation_uuid: z.uuid().nullable(),
      assistant_id: id.nullable().meta({ description: 'The assistant that answers in the conversation.' }),
      assistant_uuid: z.uuid().nullable(),
      sender,
      to: z.string().meta({
        description: 'The number of the recipient in E.164 format, or their id at the carrier if the number is hidden.',
      }),
      from: z.string().meta({ description: 'E.164.' }),
      direction: z.enum(['inbound', 'outbound']),
      status: deliveryStatus,
      error_code: z.int().nullable().meta({ description: 'The error code of the carrier, for a failed message.' }),
      error_message: z.string().nullable(),
      error_description: z.string().nullable().meta({
        description:
          'The `error_message` of the carrier, or a description by Parley if there is none. Null unless the message failed.',
      }),
      timestamp: isoMicros,
      provider_timestamp: isoMicros.nullable().meta({
        description:
          'When Parley received the status from the carrier. Null for a status that the carrier did not report.',
      }),
    }),
  },

  'balance.low': {
    summary: 'Balance low',
    description:
      'Sent to the `webhook_url` of the balance alerts when a charge lets the balance fall below one of their thresholds. Each threshold is reported once until the balance has reached it again. Money on hold is not spent yet, so a hold does not cause an alert.',
    body: z.object({
      event: z.literal('balance_low'),
      threshold_usd: z.number(),
      balance_usd: z.number().meta({ description: 'The balance after the charge, including money on hold.' }),
      balance: z.number().meta({ description: 'In the unit of the account.' }),
      unit: z.enum(['minutes', 'credits']),
      timestamp: isoMicros,
    }),
  },
  'contact.created': {
    summary: 'Contact created',
    description:
      'Sent to the webhook for contacts when a person contacts the account, or is contacted, for the first time.',
    body: z.object({ event: z.literal('contact_created'), contact, timestamp: isoMicros }),
  },
  'contact.updated': {
    summary: 'Contact updated',
    description:
      'Sent to the webhook for contacts when the name, an address, attributes or labels of a contact were changed, with the contact as it is then.',
    body: z.object({ event: z.literal('contact_updated'), contact, timestamp: isoMicros }),
  },
  'contact.merged': {
    summary: 'Contacts merged',
    description: 'Sent to the webhook for contacts when two contacts turned out to be one person.',
    body: z.object({
      event: z.literal('contact_merged'),
      contact: contact.meta({ description: 'The contact that remains.' }),
      merged_contact_id: id,
      timestamp: isoMicros,
    }),
  },
} satisfies Record<string, WebhookPayload>

export type WebhookKind = keyof typeof webhookPayloads

export type PayloadOf<K extends WebhookKind> = z.output<(typeof webhookPayloads)[K]['body']>
