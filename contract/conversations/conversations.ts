// Endpoints of text conversations, for visitors and for the account that owns them.
import { z } from 'zod'
import { contactFilter } from '../contacts/contacts.ts'
import {
  carrierRefusals,
  insufficientBalance,
  senderNotFound,
  senderOffline,
  sessionExpired,
} from '../messages/messages.ts'
import { smsDestinationForbidden } from '../messages/sms.ts'
import { endpoint } from '../wire/endpoint.ts'
import { withAliases } from '../wire/field-aliases.ts'
import {
  assistantId,
  channelInput,
  cursorPage,
  cursorQuery,
  dayFilters,
  id,
  localTime,
  pageQuery,
  requiredText,
  text,
  variablesInput,
} from '../wire/fields.ts'
import { personal } from '../wire/personal.ts'
import { noAssistant, noConversation, ofConversation } from '../wire/records.ts'
import {
  channelFields,
  conversationType,
  extractedValues,
  functionCall,
  historyEntry,
  historyQuery,
  listItem,
  messageId,
  nextCursor,
  sentBy,
  writtenMessage,
} from './conversation-fields.ts'
import { inbox, ownedByAnother, ownerFilter, takeOver } from './inbox.ts'
import { checkTextOrFiles, failed, fileIds, visitorConversations } from './visitor-conversations.ts'

const phoneFilter = text(32).optional().meta({
  description: 'The whole number. Characters other than digits are ignored.',
  example: '+14155551234',
  'x-personal': 'phone',
})

const asText = { description: 'Numbers and booleans are converted to strings.' }

const aiSwitch = (path: string, summary: string, description: string) =>
  endpoint('POST', `/api/user/conversations/{uuid}/${path}`, {
    aliases: [`/api/automate/conversations/{uuid}/${path}`],
    summary,
    description,
    unauthenticated: { error: 'Unauthorized' },
    access: 'answer',
    audit: 'action',
    ...ofConversation,
    reply: z.object({ status: z.boolean(), ai_enabled: z.boolean() }),
    envelope: 'status',
  })

export const conversations = {
  ...inbox,
  ...visitorConversations,

  list: endpoint('GET', '/api/user/conversations', {
    access: 'follow',
    summary: 'List conversations',
    description:
      'Returns conversations. `date_from` and `date_to` are inclusive days in the time zone of the account. Use `page`, or pass `next_cursor` or `prev_cursor` of a reply as `cursor`: cursors are stable while new conversations arrive.',
    query: withAliases(
      z.object({
        type: channelInput(conversationType).optional(),
        assistant_id: assistantId.optional(),
        customer_phone: phoneFilter,
        whatsapp_sender_phone: phoneFilter.meta({
          description:
            'The whole number of the chat-app sender, or of the phone number for SMS. Characters other than digits are ignored.',
        }),
        sender_phone: phoneFilter.meta({ description: 'Alias of `whatsapp_sender_phone`.' }),
        external_identifier: personal(
          'text',
          text(255).optional().meta({ description: 'Matches `external_identifier` exactly.' }),
        ),
        customer_identifier: personal(
          'text',
          text(255).optional().meta({ description: 'Alias of `external_identifier`.' }),
        ),
        contact_id: contactFilter,
        ...dayFilters,
        owner: ownerFilter.optional(),
        label: id.optional().meta({ description: 'The id of a label for conversations.' }),
        snoozed: z.boolean().optional().meta({ description: 'Without it, snoozed conversations are included.' }),
        unread: z.boolean().optional().meta({
          description:
            'Only for signed-in members: conversations with messages of the customer that the member has not read, or without any.',
        }),
        search: personal(
          'text',
          text(100).optional().meta({
            description:
              'Part of the name, phone number or identifier of the customer, or the beginnings of words that are in one message. Of more than 10,000 matches, some are found.',
            example: 'cinnamon',
          }),
        ),
        sort: z.enum(['newest', 'activity']).default('newest').meta({
          description: '`newest` by creation, `activity` by the latest message. A cursor is valid for one of them.',
        }),
        ...pageQuery({ default: 15, max: 100 }),
        ...cursorQuery,
      }),
      { sender_phone: 'whatsapp_sender_phone', customer_identifier: 'external_identifier' },
    ),
    reply: cursorPage(z.object(listItem)),
  }),

  show: endpoint('GET', '/api/user/conversations/{uuid}', {
    access: 'follow',
    summary: 'Get a conversation',
    description:
      'Returns the conversation with its history, including failed messages, and the variables that were extracted when it ended.',
    ...ofConversation,
    query: historyQuery,
    reply: z.object({
      status: z.boolean(),
      data: z.object({
        ...listItem,
        status: z.enum(['open', 'ended']),
        customer_identifier: personal('text', z.string().nullable()),
        customer_name: personal('name', z.string().nullable()),
        variables: personal('text', z.record(z.string(), z.string())),
        extracted_variables: extractedValues.nullable(),
        ended_at: localTime.nullable(),
        opted_out_at: localTime.nullable().meta({
          description:
            'When the customer of a conversation of type `chatapp` or `sms` opted out. Null once they have opted in again.',
        }),
        history: z.array(
          historyEntry.extend({
            id: messageId,
            sent_by: sentBy,
            status: z.enum(['pending', 'done', 'failed']).meta({
              description:
                '`failed` means that the assistant could not answer the message, or that the message did not reach the customer. Failed messages are not charged and not counted. In a conversation of type `chatapp` or `sms`, an answer that could not be created is a failed message without content. Temporary failures, such as a low balance or an offline sender, are retried for 24 hours after the message of the customer.',
            }),
            created_at: localTime,
            ...channelFields,
          }),
        ),
        next_cursor: nextCursor,
      }),
    }),
    envelope: 'status',
  }),

  enableAi: aiSwitch(
    'enable-ai',
    'Enable AI replies',
    'Ends a takeover, of any member. The assistant owns the conversation, and answers from the next message of the customer on.',
  ),
  disableAi: aiSwitch(
    'disable-ai',
    'Disable AI replies',
    'Starts a takeover. Messages of the customer are stored, and the assistant does not answer until AI replies are enabled again. A conversation of the assistant or of nobody then belongs to the signed-in member, or to nobody if the request has an API key.',
  ),

  write: endpoint('POST', '/api/user/conversations/{uuid}/messages', {
    access: 'answer',
    audit: 'none',
    summary: 'Send a message as an agent',
    description:
      'Starts a takeover: the assistant does not answer until AI replies are enabled again. The conversation then belongs to the signed-in member; with an API key, a conversation of the assistant belongs to nobody. A conversation of another member is refused without `take_over`. In a conversation of type `chatapp` or `sms`, the message is sent to the customer. If it cannot be sent, for example because the 24-hour window of the chat app is closed, the request fails and no takeover starts. If delivery fails later, the message is `failed` in the history, with the reason.',
    ...ofConversation,
    body: z.object({ message: requiredText(4096), take_over: takeOver }),
    reply: z.object({ status: z.boolean(), ai_enabled: z.boolean(), message: writtenMessage }),
    refusals: {
      ...noConversation,
      ...ownedByAnother,
      ...senderNotFound,
      ...senderOffline(503),
      ...sessionExpired,
      DESTINATION_FORBIDDEN: smsDestinationForbidden(422),
      ...insufficientBalance(402),
      ...carrierRefusals,
    },
    envelope: 'status',
    idempotent: true,
  }),

  generateReply: endpoint('POST', '/api/user/ai/generate-reply', {
    audit: 'none',
    aliases: ['/api/ai/generate-reply'],
    summary: 'Generate a reply for your own channel',
    description:
      'Uses one conversation of type `api` for each assistant and `customer_identifier`. `reply` is null during a takeover by an agent. `variables` are stored with the conversation, whether or not the assistant declares them, and replace existing values of the same names; a conversation has at most 50. An answer of more than 50,000 characters, or 100,000 with its tool calls, fails with `MESSAGE_FAILED` and is not charged.',
    body: withAliases(
      z.object({
        assistant_id: assistantId,
        customer_identifier: requiredText(255),
        message: text(4096).optional(),
        file_ids: fileIds,
        variables: variablesInput.optional().meta(asText),
        input_variables: variablesInput.optional().meta({ description: 'Alias of `variables`.' }),
      }),
      { input_variables: 'variables' },
    ).superRefine(checkTextOrFiles),
    reply: z.object({
      success: z.boolean(),
      conversation_id: z.uuid(),
      customer_identifier: z.string(),
      reply: z.string().nullable(),
      function_calls: z.array(functionCall),
      ai_disabled: z.boolean(),
    }),
    refusals: { ...noAssistant, ...insufficientBalance(402), ...failed },
    envelope: 'coded',
    limit: { requests: 5, windowMs: 60_000, per: 'key' },
    idempotent: true,
  }),
}
