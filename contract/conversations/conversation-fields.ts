// Schemas of conversations and their history.
import { z } from 'zod'
import { deliveryStatus } from '../messages/messages.ts'
import { exactNumber, id, isoMicros, localTime } from '../wire/fields.ts'
import { personal } from '../wire/personal.ts'
import { conversationLabel, maxUnread, owner } from './inbox.ts'

export const conversationType = z.enum(['test', 'widget', 'chatapp', 'sms', 'api'])

export const role = z.enum(['user', 'assistant'])

export const extractedValues = personal(
  'text',
  z.record(z.string(), z.union([z.string(), exactNumber, z.boolean(), z.null()])),
)

export const functionCall = z.object({
  name: z.string(),
  arguments: personal(
    'text',
    z.record(z.string(), z.unknown()).meta({ description: 'The arguments, by parameter name.' }),
  ),
  result: personal('text', z.unknown().meta({ description: 'The result that the function returned.' })),
})

export const historyEntry = z.object({
  role,
  content: personal('text', z.string()),
  function_calls: z
    .array(functionCall)
    .optional()
    .meta({ description: 'Present only if the assistant called functions.' }),
})

/** The maximum number of messages in one reply. */
export const historyPageSize = 200

export const historyQuery = z.object({
  before: z
    .string()
    .regex(/^-?\d{1,9}\.\d{1,9}$/)
    .optional()
    .meta({
      description: 'The `next_cursor` of an earlier reply. Returns the messages before those of that reply.',
      example: '12.0',
    }),
})

export const nextCursor = z
  .string()
  .nullable()
  .meta({
    description: `\`history\` contains at most the newest ${historyPageSize} messages, oldest first. Pass this value as \`before\` to get older ones. Null if there are none.`,
    example: '12.0',
  })

export const sentBy = z
  .enum(['customer', 'assistant', 'human'])
  .meta({ description: '`human` means an agent of the account.' })

const lastMessage = z
  .object({
    content: personal('text', z.string().meta({ description: 'At most the first 200 characters.' })),
    sent_by: sentBy,
    created_at: isoMicros,
  })
  .nullable()
  .meta({ id: 'LastMessage', description: 'The latest message with a text. Null if there is none.' })

export const listItem = {
  id: personal('conversation', z.uuid()),
  assistant_id: z.uuid().nullable().meta({
    description:
      'Null in a conversation of type `chatapp` or `sms` whose sender has no assistant. Its messages wait for an agent.',
  }),
  assistant_name: z.string().nullable(),
  type: conversationType,
  message_count: z.int(),
  customer_phone: personal(
    'phone',
    z.string().nullable().meta({ description: 'E.164. Null unless the type is `chatapp` or `sms`.' }),
  ),
  total_cost: z.number().meta({ description: 'In US dollars.' }),
  ai_enabled: z.boolean().meta({
    description: 'False during a takeover by an agent, and while the conversation has no assistant.',
  }),
  owner,
  labels: z.array(conversationLabel),
  snoozed_until: localTime.nullable(),
  unread: z
    .int()
    .nullable()
    .meta({
      description: `The messages of the customer that the signed-in member has not read, up to ${maxUnread}. Null for an API key.`,
    }),
  last_message: lastMessage,
  last_activity_at: isoMicros.meta({ description: 'When the latest message arrived. `sort=activity` orders by it.' }),
  created_at: localTime,
  updated_at: localTime,
  sender: z
    .object({
      id: id.nullable().meta({ description: 'The id of the chat-app sender. Null for a phone number.' }),
      name: z.string(),
      phone: z.string(),
    })
    .nullable()
    .meta({
      description:
        'The chat-app sender or phone number of the conversation. Null unless the type is `chatapp` or `sms`.',
    }),
  // Named, because generators would give `customer.phone` and `customer_phone` the same name.
  customer: z
    .object({
      name: personal('name', z.string().nullable()),
      phone: personal('phone', z.string().nullable().meta({ description: 'The same as `customer_phone`.' })),
    })
    .meta({ id: 'ConversationCustomer' }),
  variables: personal('text', z.record(z.string(), z.string())),
  external_identifier: personal(
    'text',
    z.string().nullable().meta({
      description:
        'The identifier of the customer in your system, as passed to generate-reply in `customer_identifier`.',
    }),
  ),
}

export const messageId = id.meta({ description: 'The `message_id` of chat-app send responses.' })

export const writtenMessage = z.object({
  id: messageId,
  role,
  content: z.string(),
  sent_by: sentBy,
  created_at: localTime,
})

export const attachment = z.object({
  url: personal('text', z.string().meta({ description: 'Valid for at least six days.', format: 'uri' })),
  content_type: z.string(),
  filename: personal('text', z.string().nullable()),
})

const files = z
  .array(attachment.extend({ size_bytes: z.int().nullable().meta({ description: 'Null if it is not known.' }) }))
  .optional()
  .meta({
    description:
      'The files of the message. Always present in conversations of type `chatapp` and `sms`, otherwise only if there are any.',
  })

/** A history entry as visitors read it. */
export const publicHistoryEntry = historyEntry.extend({
  attachments: files,
  sent_by: z
    .literal('human')
    .optional()
    .meta({ description: 'Present only if an agent of the account wrote the message.' }),
})

export const filesEnabled = z.boolean().meta({ description: 'Whether visitors can send files.' })

/** The ad or post from which a customer began to write to the chat app. */
export const referral = z.object({
  source_type: z.string().nullable().meta({ description: '`ad` or `post`.', example: 'ad' }),
  source_id: z.string().nullable().meta({ description: 'The id of the ad or post.' }),
  source_url: z.string().nullable(),
  headline: z.string().nullable(),
  body: z.string().nullable(),
  click_id: z.string().nullable().meta({ description: 'The id of the click, for reports of conversions.' }),
  media_url: z.string().nullable(),
  media_content_type: z.string().nullable(),
})

/** Additional fields of history entries; all but `attachments` only in conversations of type `chatapp` and `sms`. */
export const channelFields = {
  delivery_status: deliveryStatus
    .nullable()
    .optional()
    .meta({ description: 'Only in conversations of type `chatapp` and `sms`. Null for messages of the customer.' }),
  error_code: z.string().nullable().optional().meta({
    description:
      'Only in conversations of type `chatapp` and `sms`. The error code of a failed message, as in the errors of the send endpoints.',
    example: 'PROVIDER_ERROR_63024',
  }),
  error_message: personal('text', z.string().nullable().optional()),
  replied_to_message_id: id.nullable().optional().meta({
    description:
      'Only in conversations of type `chatapp` and `sms`. The `id` of the message that the customer replied to.',
  }),
  button_payload: z.string().nullable().optional().meta({
    description:
      'Only in conversations of type `chatapp` and `sms`. The payload of the template button that the customer tapped.',
    example: 'confirm:42',
  }),
  referral: referral.nullable().optional().meta({
    description:
      'Only in conversations of type `chatapp` and `sms`. The ad or post from which the customer began to write.',
  }),
  attachments: files,
}
