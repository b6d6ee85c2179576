// Serves files of conversations by their tokens, and loads their addresses.
import type { AppContext, Tx } from '#server/platform/context/context.ts'
import type { Callback, CallbackReply, CallbackRequest } from '#server/platform/http/callbacks.ts'
import { replyWithFile } from '#server/platform/http/replies/file-reply.ts'
import { isUuid } from '#server/platform/text/uuid.ts'
import type { Conversation } from '../conversation/conversation.ts'
import { isPicture } from './content-types.ts'
import { dispositionOf } from './file-name.ts'
import { findFileByToken, type SharedFile, shareFiles } from './store-files.ts'

/** Valid as long as the token. */
export const fileUrlOf = ({ settings }: Pick<AppContext, 'settings'>, token: string): string =>
  `${settings.publicUrl}/conversation-files/${token}`

async function serveFile({ files }: AppContext, request: CallbackRequest): Promise<CallbackReply> {
  const token = request.params['token'] ?? ''
  const file = isUuid(token) ? await findFileByToken(request.publicDb(), token) : undefined
  if (!file) return { status: 404 }
  const isText = file.contentType.startsWith('text/')
  const headers = {
    'content-type': isText ? 'text/plain; charset=utf-8' : file.contentType,
    'content-disposition': dispositionOf(file.filename, isPicture(file.contentType)),
    // The widget shows pictures on other websites.
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
  }
  return (await replyWithFile(files, file.fileKey, request, headers)) ?? { status: 404 }
}

export const fileCallbacks: Callback[] = [{ method: 'GET', path: '/conversation-files/:token', answer: serveFile }]

type LoadedFile = Omit<SharedFile, 'token'> & { url: string }

/** By the id of the message. */
export type ConversationFiles = ReadonlyMap<number, LoadedFile[]>

/** The addresses are valid for six to seven days. */
export async function loadFiles(
  ctx: Pick<AppContext, 'settings'> & Pick<AppContext | Tx, 'db'>,
  { accountId, id, fileCount }: Pick<Conversation, 'accountId' | 'id' | 'fileCount'>,
): Promise<ConversationFiles> {
  if (fileCount === 0) return new Map()
  const files = await shareFiles(ctx.db, accountId, id)
  return Map.groupBy(
    files.map(({ token, ...file }) => ({ ...file, url: fileUrlOf(ctx, token) })),
    ({ messageId }) => messageId,
  )
}
