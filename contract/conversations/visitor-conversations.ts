// Endpoints with which visitors start, read and continue a conversation and upload files, and the files of messages.

import { z } from 'zod'
import { changedSettings, mayNotChange } from '../assistants/changed-settings.ts'
import { insufficientBalance } from '../messages/messages.ts'
import { endpoint } from '../wire/endpoint.ts'
import { withAliases } from '../wire/field-aliases.ts'
import { assistantUuid, id, text, uploadedFile, variablesInput } from '../wire/fields.ts'
import { personal } from '../wire/personal.ts'
import { noAssistant, noConversation, ofConversation, tooManyRequests } from '../wire/records.ts'
import {
  filesEnabled,
  functionCall,
  historyQuery,
  nextCursor,
  publicHistoryEntry,
  role,
} from './conversation-fields.ts'

/** The message includes the reason if the request has a token of the account. */
export const failed = {
  MESSAGE_FAILED: { status: 400, message: 'Failed to process message: The assistant has no answer at the moment.' },
}

export const maxFileBytes = 10 * 2 ** 20
export const maxFilesOfMessage = 5
export const maxFilesOfConversation = 50

/** Forms cannot contain it. */
export const fileIds = z
  .array(z.uuid())
  .min(1)
  .max(maxFilesOfMessage)
  .optional()
  .meta({
    description: `The ids of files that were uploaded to the conversation and belong to no message yet, at most ${maxFilesOfMessage}. \`message\` is optional then; without it, the history contains a short description such as \`[image]\`.`,
    'x-json-only': true,
  })

/** The text of a message is required, unless it has files. */
export function checkTextOrFiles(
  { message, file_ids }: { message?: string | undefined; file_ids?: readonly string[] | undefined },
  check: z.core.$RefinementCtx,
): void {
  if (message?.trim() || file_ids) return
  check.addIssue({ code: 'custom', path: ['message'], message: 'The :attribute field is required.' })
}

export const uploadedFileOfMessage = z
  .object({
    id: z.uuid().meta({ description: 'For `file_ids` of a message.' }),
    filename: personal('text', z.string().meta({ description: 'The name without control characters.' })),
    content_type: z.string().meta({ description: 'By the content of the file.', example: 'image/jpeg' }),
    size_bytes: z.int(),
  })
  .meta({ id: 'UploadedFile' })

const uploadRefusals = {
  ...noConversation,
  ...noAssistant,
  ...tooManyRequests,
  FILES_NOT_ENABLED: { status: 403, message: 'This chat does not accept files.' },
  TOO_MANY_FILES: { status: 409, message: `A conversation can have at most ${maxFilesOfConversation} files.` },
  FILE_NOT_STORED: { status: 503, message: 'The file could not be stored. Try again later.' },
}

const voiceEnabled = z.boolean().meta({
  description: 'Whether visitors of this website can call the assistant with `POST /api/web_calls`.',
})

/** Part of the area of conversations. */
export const visitorConversations = {
  uploadFile: endpoint('POST', '/api/conversations/{uuid}/files', {
    audit: 'none',
    summary: 'Upload a file for a message',
    description: `Needs no token for a widget or test conversation of an assistant with \`widget_files_enabled\`; with a token of its account, any conversation of type \`widget\`, \`test\` or \`api\`. PNG, JPEG, GIF, WebP, PDF, Word (.docx) and text are accepted; the content decides, not the name. The file is sent with the next message that has its id in \`file_ids\`, and deleted after a day without one. A conversation has at most ${maxFilesOfConversation} files.`,
    auth: 'optional',
    browsers: true,
    ...ofConversation,
    status: 201,
    body: z.object({ file: uploadedFile({ maxBytes: maxFileBytes }) }),
    reply: z.object({ status: z.boolean(), file: uploadedFileOfMessage }),
    refusals: uploadRefusals,
    envelope: 'status',
  }),

  create: endpoint('POST', '/api/conversations', {
    audit: 'none',
    summary: 'Start a conversation',
    description:
      'Needs no token. The account of the assistant is charged: a fixed price per user message for type `widget`, nothing for type `test`. With a token of that account, all `variables` are stored; the visitor can read them, and webhooks report them. Without a token, only declared variables and placeholders of the texts can be set, or only `visitor_variables` if that is a list; other names are ignored.',
    auth: 'optional',
    browsers: true,
    body: withAliases(
      z.object({
        assistant_id: z.union([id, assistantUuid]).meta({
          description: 'The UUID of the assistant. Its integer id is accepted only with a token of its own account.',
        }),
        type: z.enum(['widget', 'test']).default('widget'),
        variables: variablesInput.optional().meta({ description: 'Numbers and booleans are converted to strings.' }),
        input_variables: variablesInput.optional().meta({ description: 'Alias of `variables`.' }),
        changed_settings: changedSettings.optional().meta({
          description:
            'Only for type `test`, and only with the permission to update assistants. The conversation runs with these changes to the settings, which are not saved. Webhooks go to the receivers of the saved settings.',
        }),
      }),
      { input_variables: 'variables' },
    ).superRefine(({ type, changed_settings: changed }, check) => {
      if (changed === undefined || type === 'test') return
      const message = 'The :attribute field is accepted in conversations of type test only.'
      check.addIssue({ code: 'custom', path: ['changed_settings'], message })
    }),
    reply: z.object({
      status: z.boolean(),
      conversation_id: z.uuid(),
      history: z
        .array(z.object({ role, content: z.string() }))
        .meta({ description: 'The initial message of the assistant, if it has one.' }),
      voice_enabled: voiceEnabled,
      files_enabled: filesEnabled,
    }),
    refusals: { ...noAssistant, ...mayNotChange, ...insufficientBalance(400), ...tooManyRequests },
    envelope: 'status',
    visitorLimit: 'conversation',
    idempotent: true,
  }),

  get: endpoint('GET', '/api/conversations/{uuid}', {
    summary: 'Get a conversation as a visitor',
    description:
      'Needs no token: the id of a widget or test conversation is enough to read it. Requests without a token of its account are rate limited by IP address, and see no names, arguments or results of function calls: `function_calls` is empty.',
    auth: 'optional',
    browsers: true,
    ...ofConversation,
    query: historyQuery,
    reply: z.object({
      status: z.boolean(),
      history: z.array(publicHistoryEntry),
      variables: personal('text', z.record(z.string(), z.string())),
      ai_enabled: z.boolean().meta({ description: 'False while a person answers instead of the assistant.' }),
      voice_enabled: voiceEnabled,
      files_enabled: filesEnabled,
      next_cursor: nextCursor,
    }),
    refusals: { ...noConversation, ...tooManyRequests },
    envelope: 'status',
  }),

  sendMessage: endpoint('POST', '/api/conversations/{uuid}/messages', {
    audit: 'none',
    summary: 'Send a message and get the answer',
    description:
      'With `Accept: text/event-stream` the answer is streamed: `delta` events with `text`, then `done` with the reply or `error` with the error body. Messages of one conversation are answered one at a time. During a takeover by an agent, `message` is empty, `ai_enabled` is false and nothing is charged. If the assistant cannot answer, nothing is charged, and the error includes the reason if the request has a token of the account. Without one, `function_calls` is empty. An answer of more than 50,000 characters, or 100,000 with its tool calls, counts as a failure.',
    auth: 'optional',
    browsers: true,
    ...ofConversation,
    body: z.object({ message: text(2000).optional(), file_ids: fileIds }).superRefine(checkTextOrFiles),
    reply: z.object({
      status: z.boolean(),
      message: z.string(),
      function_calls: z.array(functionCall),
      ai_enabled: z.boolean(),
    }),
    refusals: { ...noConversation, ...noAssistant, ...insufficientBalance(400), ...failed, ...tooManyRequests },
    envelope: 'status',
    visitorLimit: 'message',
    idempotent: true,
    streams: true,
  }),
}
