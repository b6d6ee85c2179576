// Files of messages in conversations: their fields, and the endpoint that uploads them.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { uploadedFile, uuidParam } from '../wire/fields.ts'
import { personal } from '../wire/personal.ts'
import { noAssistant, notFound, tooManyRequests } from './conversation-refusals.ts'

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

const refusals = {
  ...notFound,
  ...noAssistant,
  ...tooManyRequests,
  FILES_NOT_ENABLED: { status: 403, message: 'This chat does not accept files.' },
  TOO_MANY_FILES: { status: 409, message: `A conversation can have at most ${maxFilesOfConversation} files.` },
  FILE_NOT_STORED: { status: 503, message: 'The file could not be stored. Try again later.' },
}

/** Part of the area of conversations. */
export const conversationFiles = {
  uploadFile: endpoint('POST', '/api/conversations/{uuid}/files', {
    audit: 'none',
    summary: 'Upload a file for a message',
    description: `Needs no token for a widget or test conversation of an assistant with \`widget_files_enabled\`; with a token of its account, any conversation of type \`widget\`, \`test\` or \`api\`. PNG, JPEG, GIF, WebP, PDF, Word (.docx) and text are accepted; the content decides, not the name. The file is sent with the next message that has its id in \`file_ids\`, and deleted after a day without one. A conversation has at most ${maxFilesOfConversation} files.`,
    auth: 'optional',
    browsers: true,
    params: uuidParam,
    notFoundCode: { uuid: 'CONVERSATION_NOT_FOUND' },
    status: 201,
    body: z.object({ file: uploadedFile({ maxBytes: maxFileBytes }) }),
    reply: z.object({ status: z.boolean(), file: uploadedFileOfMessage }),
    refusals,
    envelope: 'status',
  }),
}
