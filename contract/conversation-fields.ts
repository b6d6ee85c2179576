// What conversations and their history look like on the wire.
import { z } from 'zod'
import { id, localTime } from './fields.ts'
import { deliveryStatus } from './messages.ts'

export const conversationType = z.enum(['test', 'widget', 'chatapp', 'api'])

export const role = z.enum(['user', 'assistant'])

export const functionCall = z.object({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).meta({ description: 'By the parameters of the function.' }),
  result: z.unknown().meta({ description: 'What the function answered.' }),
})

export const historyEntry = z.object({
  role,
  content: z.string(),
  function_calls: z.array(functionCall).optional().meta({ description: 'Only where the assistant called functions.' }),
})

/** Messages in one reply: the newest, or those before a cursor. */
export const historyPageSize = 200

export const historyQuery = z.object({
  before: z
    .string()
    .regex(/^\d{1,9}\.\d{1,9}$/)
    .optional()
    .meta({
      description: 'The `next_cursor` of an earlier reply: returns the messages before those.',
      example: '12.0',
    }),
})

export const nextCursor = z
  .string()
  .nullable()
  .meta({
    description: `\`history\` holds the newest ${historyPageSize} messages at most, oldest first. Pass this value as \`before\` to read older ones; null when there are none.`,
    example: '12.0',
  })

export const listItem = {
  id: z.uuid(),
  assistant_id: z.uuid().nullable().meta({
    description: 'Null in a chat-app conversation whose sender has no assistant: its messages wait for a person.',
  }),
  assistant_name: z.string().nullable(),
  type: conversationType,
  message_count: z.int(),
  customer_phone: z.string().nullable().meta({ description: 'E.164; of a chat-app conversation.' }),
  total_cost: z.number().meta({ description: 'US dollars.' }),
  ai_enabled: z.boolean().meta({
    description: 'False while a person has taken over, and while the conversation has no assistant.',
  }),
  created_at: localTime,
  updated_at: localTime,
  sender: z
    .object({ name: z.string(), phone: z.string() })
    .nullable()
    .meta({ description: 'The chat-app sender that carries the conversation; null for other types.' }),
  customer: z.object({
    name: z.string().nullable(),
    phone: z.string().nullable().meta({ description: 'E.164, as in `customer_phone`.' }),
  }),
  variables: z.record(z.string(), z.string()),
  external_identifier: z.string().nullable().meta({
    description: 'What the account or the channel calls the customer: the `customer_identifier` of generate-reply.',
  }),
}

export const sentBy = z
  .enum(['customer', 'assistant', 'human'])
  .meta({ description: '`human`: a person of the account wrote it.' })

export const messageId = id.meta({ description: 'In a chat-app conversation, the `message_id` of what was sent.' })

export const writtenMessage = z.object({
  id: messageId,
  role,
  content: z.string(),
  sent_by: sentBy,
  created_at: localTime,
})

const attachment = z.object({
  url: z.string().meta({ description: 'Good for six days or more.', format: 'uri' }),
  content_type: z.string(),
  filename: z.string().nullable(),
})

/** What an entry of the history has beside, in a conversation of type `chatapp`. */
export const ofChannel = {
  delivery_status: deliveryStatus
    .nullable()
    .optional()
    .meta({ description: 'Of a chat-app conversation; null of what the customer wrote.' }),
  error_code: z.string().nullable().optional().meta({
    description: 'Of a chat-app conversation: why it failed, in the words of the refusals of sending and answering.',
    example: 'PROVIDER_ERROR_63024',
  }),
  error_message: z.string().nullable().optional(),
  replied_to_message_id: id
    .nullable()
    .optional()
    .meta({ description: 'Of a chat-app conversation: the `id` of the message that the customer quotes or answers.' }),
  button_payload: z.string().nullable().optional().meta({
    description: 'Of a chat-app conversation: what the template calls the button that the customer tapped.',
    example: 'confirm:42',
  }),
  attachments: z
    .array(attachment)
    .optional()
    .meta({ description: 'Of a chat-app conversation: the files that came with it.' }),
}
