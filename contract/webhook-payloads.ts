// What is sent to the account's own addresses: the body of every webhook, by its kind.
import { z } from 'zod'
import { conversationType } from './conversation-fields.ts'
import { id, isoMicros } from './fields.ts'
import { deliveryStatus } from './messages.ts'

export interface WebhookPayload<B extends z.ZodObject = z.ZodObject> {
  summary: string
  description: string
  body: B
}

const payload = <B extends z.ZodObject>(definition: WebhookPayload<B>): WebhookPayload<B> => definition

const role = z.enum(['user', 'assistant'])

const sender = z.object({ id, phone_number: z.string(), display_name: z.string() })

const transcriptEntry = z.object({
  role,
  content: z.string(),
  timestamp: isoMicros,
  timestamp_unix: z.int().meta({ description: 'In seconds.' }),
})

const attachment = z.object({
  url: z.string().meta({ description: 'May be fetched for six days or more.', format: 'uri' }),
  content_type: z.string(),
  filename: z.string().nullable(),
  role: role.meta({ description: 'Who sent it.' }),
  message_index: z.int().meta({ description: 'Of its message in `transcript`, from 0.' }),
  timestamp: isoMicros,
})

const receivedAttachment = z.object({
  url: z.string().meta({ description: 'Can be fetched for seven days.', format: 'uri' }),
  content_type: z.string().nullable(),
  filename: z.string().nullable(),
})

export const webhookPayloads = {
  'conversation.ended': payload({
    summary: 'A conversation has ended',
    description:
      "Sent to the assistant's `conversation_ended_webhook_url` while `is_conversation_ended_webhook_active` is true: after `conversation_inactivity_timeout` minutes of quiet, or when the assistant has said goodbye. A conversation that goes on afterwards is told of again only with `conversation_ended_retrigger`.",
    body: z.object({
      id,
      conversation_id: z.uuid(),
      assistant_id: z.uuid(),
      type: conversationType,
      message_count: z.int().meta({ description: 'Of both sides, the greeting counted.' }),
      status: z.literal('ended'),
      extracted_variables: z
        .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
        .meta({ description: 'By the names of `post_call_schema`; null where the talk does not tell.' }),
      input_variables: z.record(z.string(), z.string()),
      transcript: z.array(transcriptEntry),
      formatted_transcript: z.string().meta({
        description: 'A line for each message.',
        example: 'AI: Hello, how can I help you?\nCustomer: When do you open?',
      }),
      attachments: z.array(attachment).meta({ description: 'Files of a chat-app conversation; else empty.' }),
      customer_phone: z.string().nullable().meta({ description: 'E.164; of a chat-app conversation.' }),
      customer_name: z.string().nullable(),
      sender: sender.nullable().meta({ description: 'Of a chat-app conversation.' }),
      created_at: isoMicros,
      ended_at: isoMicros.nullable(),
    }),
  }),

  'message.received': payload({
    summary: 'A customer has written to a chat-app sender',
    description:
      "Sent to the sender's `messages_webhook_url` while `is_messages_webhook_active` is true, for every message of a customer, whether or not an assistant answers. Messages of one conversation are sent in their order.",
    body: z.object({
      event: z.literal('message_received'),
      whatsapp_message_id: id.meta({ description: 'The message on its channel.' }),
      message_sid: z.string().meta({ description: "The carrier's id." }),
      message_id: id.nullable().meta({ description: 'The message in the history of its conversation.' }),
      conversation_id: id.nullable().meta({
        description: 'Null, like the other ids of the conversation, for a reaction before there is a conversation.',
      }),
      conversation_uuid: z.uuid().nullable(),
      assistant_id: id.nullable().meta({ description: 'Null if no assistant answers in the conversation.' }),
      assistant_uuid: z.uuid().nullable(),
      sender,
      from: z.string().meta({ description: 'The customer: E.164, or the carrier’s id of one who shows no number.' }),
      to: z.string().meta({ description: 'The number of the sender, E.164.' }),
      customer_name: z.string().nullable(),
      body: z.string().meta({
        description: 'As in the history: everything that is not text stands in brackets.',
        example: '[image] The lid is broken',
      }),
      attachments: z.array(receivedAttachment),
      button_payload: z.string().nullable().meta({
        description: 'What the template calls the button that the customer tapped.',
        example: 'confirm:42',
      }),
      replied_to_message_id: id.nullable().meta({
        description: 'The `message_id` of the message in the conversation that the customer quotes or answers.',
      }),
      timestamp: isoMicros.meta({ description: 'When the message was received.' }),
    }),
  }),

  'message.status': payload({
    summary: 'The status of a chat-app message has changed',
    description:
      "Sent to the sender's `receipts_webhook_url` while `is_receipts_webhook_active` is true, for each status that a message comes to; statuses only go forward, and some may be skipped. A text that went out in parts is one message: its status is that of the part that has come the least far, or has failed.",
    body: z.object({
      event: z.literal('message_status'),
      whatsapp_message_id: id.meta({ description: 'As the answer to the sending told it.' }),
      message_sid: z.string().nullable().meta({ description: "The carrier's id." }),
      conversation_id: id.nullable(),
      conversation_uuid: z.uuid().nullable(),
      assistant_id: id.nullable().meta({ description: 'Of the assistant that answers in the conversation.' }),
      assistant_uuid: z.uuid().nullable(),
      sender,
      to: z.string().meta({ description: 'The recipient: E.164, or the carrier’s own id of one who shows no number.' }),
      from: z.string().meta({ description: 'E.164.' }),
      direction: z.enum(['inbound', 'outbound']),
      status: deliveryStatus,
      error_code: z.int().nullable().meta({ description: "The carrier's number, of a message that failed." }),
      error_message: z.string().nullable(),
      error_description: z.string().nullable().meta({
        description:
          'The `error_message` of the carrier if it gave one, else a sentence of ours; null unless it failed.',
      }),
      timestamp: isoMicros,
      provider_timestamp: isoMicros.nullable().meta({
        description:
          'When the carrier reported the status, as Parley received the report; null for a status that the carrier did not report.',
      }),
    }),
  }),
}

export type WebhookKind = keyof typeof webhookPayloads

/** The body of a webhook of that kind. */
export type PayloadOf<K extends WebhookKind> = z.output<(typeof webhookPayloads)[K]['body']>
