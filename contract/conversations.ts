// The endpoints of text conversations: those of a visitor, and those of the account that owns them.
import { z } from 'zod'
import {
  conversationType,
  functionCall,
  historyEntry,
  historyQuery,
  listItem,
  messageId,
  nextCursor,
  ofChannel,
  role,
  sentBy,
  writtenMessage,
} from './conversation-fields.ts'
import { endpoint } from './endpoint.ts'
import { withAliases } from './field-aliases.ts'
import {
  assistantId,
  day,
  givenChannel,
  givenVariables,
  id,
  localTime,
  page,
  pageQuery,
  requiredText,
  text,
  uuidParam,
} from './fields.ts'
import { carrierRefuses, senderNotFound, senderOffline, sessionExpired } from './messages.ts'

const notFound = { CONVERSATION_NOT_FOUND: { status: 404, message: 'Conversation not found' } }
const noAssistant = { ASSISTANT_NOT_FOUND: { status: 404, message: 'Assistant not found' } }
const tooMany = { TOO_MANY_REQUESTS: { status: 429, message: 'Too Many Attempts.' } }
const poor = (status: number) => ({
  INSUFFICIENT_BALANCE: { status, message: 'Insufficient balance. Please top up your account.' },
})

const phoneFilter = text(32)
  .optional()
  .meta({ description: 'In full; characters other than digits are ignored.', example: '+14155551234' })

/** Whatever is no UUID names no assistant. */
const assistantUuid = z
  .preprocess(
    (given: string): unknown => (typeof given === 'string' || given === null ? given : JSON.stringify(given)),
    z.string().min(1),
  )
  .meta({ format: 'uuid' })

/** With a token of the account the sentence says why. */
const failed = {
  MESSAGE_FAILED: { status: 400, message: 'Failed to process message: The assistant has no answer at the moment.' },
}

const asText = { description: 'Numbers and booleans are taken as text.' }

const notFoundCode = { uuid: 'CONVERSATION_NOT_FOUND' }

const aiSwitch = (path: string, summary: string, description: string) =>
  endpoint({
    method: 'POST',
    path: `/api/user/conversations/{uuid}/${path}`,
    aliases: [`/api/automate/conversations/{uuid}/${path}`],
    summary,
    description,
    auth: 'key',
    unauthenticated: { error: 'Unauthorized' },
    params: uuidParam,
    notFoundCode,
    reply: z.object({ status: z.boolean(), ai_enabled: z.boolean() }),
    refusals: notFound,
    envelope: 'status',
  })

export const conversations = {
  create: endpoint({
    method: 'POST',
    path: '/api/conversations',
    summary: 'Start a conversation',
    description:
      'Needs no token; the balance of the assistant’s account is charged. `widget` costs a fixed price per user message, `test` nothing. With a token of the assistant’s account, all `variables` are kept with the conversation, where its visitor can read them, and reported in its webhooks. Without one, the variables that the assistant declares and the placeholders of its texts can be set, or only its `visitor_variables` if that is a list; other names are ignored.',
    auth: 'optional',
    browsers: true,
    body: z.object({
      assistant_id: z.union([id, assistantUuid]).meta({
        description: 'The UUID of the assistant. Its integer id is accepted only with a token of its own account.',
      }),
      type: z.enum(['widget', 'test']).default('widget'),
      variables: givenVariables.optional().meta(asText),
    }),
    reply: z.object({
      status: z.boolean(),
      conversation_id: z.uuid(),
      history: z
        .array(z.object({ role, content: z.string() }))
        .meta({ description: "The assistant's initial message, when it has one." }),
    }),
    refusals: { ...noAssistant, ...poor(400), ...tooMany },
    envelope: 'status',
    idempotent: true,
  }),

  get: endpoint({
    method: 'GET',
    path: '/api/conversations/{uuid}',
    summary: 'Read a conversation as its visitor',
    description:
      'Needs no token: whoever knows the id of a widget or test conversation may read it. Requests without a token of its account are limited for each address.',
    auth: 'optional',
    browsers: true,
    params: uuidParam,
    notFoundCode,
    query: historyQuery,
    reply: z.object({
      status: z.boolean(),
      history: z.array(historyEntry),
      variables: z.record(z.string(), z.string()),
      next_cursor: nextCursor,
    }),
    refusals: { ...notFound, ...tooMany },
    envelope: 'status',
  }),

  sendMessage: endpoint({
    method: 'POST',
    path: '/api/conversations/{uuid}/messages',
    summary: 'Say something and get the answer',
    description:
      'With `Accept: text/event-stream` the answer comes as it is written: `delta` events {text}, then `done` with the reply or `error` with the refusal. Messages of one conversation are answered one after another. While a person has taken over, `message` is empty, `ai_enabled` is false and nothing is charged. When the assistant has no answer, a request with a token of its account is told why; nothing is charged. An answer of more than 50,000 characters, or 100,000 with its tool calls, counts as no answer.',
    auth: 'optional',
    browsers: true,
    params: uuidParam,
    notFoundCode,
    body: z.object({ message: requiredText(2000) }),
    reply: z.object({
      status: z.boolean(),
      message: z.string(),
      function_calls: z.array(functionCall),
      ai_enabled: z.boolean(),
    }),
    refusals: { ...notFound, ...noAssistant, ...poor(400), ...failed, ...tooMany },
    envelope: 'status',
    idempotent: true,
    streams: true,
  }),

  list: endpoint({
    method: 'GET',
    path: '/api/user/conversations',
    summary: 'List conversations, the newest first',
    description:
      'Days are days in the account’s time zone, both included. Beside pages, `next_cursor` and `prev_cursor` of a reply lead to the rows after and before it, and keep their place while new conversations arrive.',
    auth: 'key',
    query: withAliases(
      z.object({
        type: givenChannel(conversationType).optional(),
        assistant_id: assistantId.optional(),
        customer_phone: phoneFilter,
        whatsapp_sender_phone: phoneFilter.meta({
          description: 'The number of the chat-app sender, in full; characters other than digits are ignored.',
        }),
        sender_phone: phoneFilter.meta({ description: 'Alias of `whatsapp_sender_phone`.' }),
        external_identifier: text(255).optional().meta({ description: 'The exact `external_identifier` of the rows.' }),
        customer_identifier: text(255).optional().meta({ description: 'Alias of `external_identifier`.' }),
        date_from: day.optional(),
        date_to: day.optional(),
        ...pageQuery({ default: 15, max: 100 }),
        cursor: text(512)
          .optional()
          .meta({ description: 'A `next_cursor` or `prev_cursor` of an earlier reply; takes precedence over `page`.' }),
      }),
      { sender_phone: 'whatsapp_sender_phone', customer_identifier: 'external_identifier' },
    ),
    reply: page(z.object(listItem)).extend({
      next_cursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
      prev_cursor: z.string().nullable().meta({ description: 'Null on the first page.' }),
    }),
    envelope: 'message',
  }),

  show: endpoint({
    method: 'GET',
    path: '/api/user/conversations/{uuid}',
    summary: 'Read a conversation as its owner',
    description:
      'Returns the conversation with its whole history, including messages that failed, and the variables that were extracted when it ended.',
    auth: 'key',
    params: uuidParam,
    notFoundCode,
    query: historyQuery,
    reply: z.object({
      status: z.boolean(),
      data: z.object({
        ...listItem,
        status: z.enum(['open', 'ended']),
        customer_identifier: z.string().nullable(),
        customer_name: z.string().nullable(),
        variables: z.record(z.string(), z.string()),
        extracted_variables: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable(),
        ended_at: localTime.nullable(),
        opted_out_at: localTime.nullable().meta({
          description:
            'When the customer of a chat-app conversation forbade messages; null once they are allowed again.',
        }),
        history: z.array(
          historyEntry.extend({
            id: messageId,
            sent_by: sentBy,
            status: z.enum(['pending', 'done', 'failed']).meta({
              description:
                '`failed`: the assistant had no answer to it, or it did not reach the customer; nothing was charged and the message does not count. In a chat-app conversation an answer that could not be given shows as a failed one without content; what may pass, such as a lack of money or a sender that is offline, is tried again while the 24-hour window is open.',
            }),
            created_at: localTime,
            ...ofChannel,
          }),
        ),
        next_cursor: nextCursor,
      }),
    }),
    refusals: notFound,
    envelope: 'status',
  }),

  enableAi: aiSwitch(
    'enable-ai',
    'Let the assistant answer again',
    'Ends a takeover: the assistant answers the next message of the customer.',
  ),
  disableAi: aiSwitch(
    'disable-ai',
    'Take the conversation over from the assistant',
    'Messages of the customer are stored, and the assistant does not answer them until it is enabled again.',
  ),

  write: endpoint({
    method: 'POST',
    path: '/api/user/conversations/{uuid}/messages',
    summary: 'Write to the customer as a person',
    description:
      'Silences the assistant in this conversation until enable-ai. In a conversation of type `chatapp` the message is sent to the customer. When it could not go out now, because the 24-hour window is closed for example, it is refused and nothing is silenced; when it fails later, it shows as `failed` in the history, with the reason.',
    auth: 'key',
    params: uuidParam,
    notFoundCode,
    body: z.object({ message: requiredText(4096) }),
    reply: z.object({ status: z.boolean(), ai_enabled: z.boolean(), message: writtenMessage }),
    refusals: {
      ...notFound,
      ...senderNotFound,
      ...senderOffline(503),
      ...sessionExpired,
      ...poor(402),
      ...carrierRefuses,
    },
    envelope: 'status',
    idempotent: true,
  }),

  generateReply: endpoint({
    method: 'POST',
    path: '/api/user/ai/generate-reply',
    aliases: ['/api/ai/generate-reply'],
    summary: 'Let an assistant answer a message of your own channel',
    description:
      'One conversation of type `api` for each assistant and customer identifier. `reply` is null while a person has taken the conversation over. `variables` replace those of the same names that the conversation has and are kept for its later messages, whether or not the assistant declares them; a conversation has at most 50 of them. An answer of more than 50,000 characters, or 100,000 with its tool calls, counts as no answer: `MESSAGE_FAILED`, and nothing is charged.',
    auth: 'key',
    body: z.object({
      assistant_id: assistantId,
      customer_identifier: requiredText(255),
      message: requiredText(4096),
      variables: givenVariables.optional().meta(asText),
    }),
    reply: z.object({
      success: z.boolean(),
      conversation_id: z.uuid(),
      customer_identifier: z.string(),
      reply: z.string().nullable(),
      function_calls: z.array(functionCall),
      ai_disabled: z.boolean(),
    }),
    refusals: { ...noAssistant, ...poor(402), ...failed },
    envelope: 'coded',
    limit: { requests: 5, windowMs: 60_000, per: 'key' },
    idempotent: true,
  }),
}
