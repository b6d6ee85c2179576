// Serves media files to the carrier and to webhook receivers by an expiring token.
import type { AppContext } from '#server/platform/context/context.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { CallbackReply, CallbackRequest } from '#server/platform/http/callbacks.ts'
import { replyWithFile } from '#server/platform/http/replies/file-reply.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { isUuid } from '#server/platform/text/uuid.ts'
import { fetchInboundMedia } from './fetch-inbound-media.ts'
import { carrierFilename } from './file-name.ts'
import { extensionOf } from './media-type.ts'
import { findPendingMedia, findSharedMedia, type SharedMedia } from './store-media.ts'

/** Returns the public URL of a file, which is valid as long as its token. */
export const mediaUrlOf = ({ settings }: Pick<AppContext, 'settings'>, token: string): string =>
  `${settings.publicUrl}/media/${token}`

export async function serveMedia(context: AppContext, request: CallbackRequest): Promise<CallbackReply> {
  const token = request.params['token'] ?? ''
  if (!isUuid(token)) return { status: 404 }
  const db = request.publicDb()
  const media = (await findSharedMedia(db, token)) ?? (await downloadPending(context, db, token))
  if (media === 'unavailable') return { status: 503, headers: { 'retry-after': '10' } }
  if (!media) return { status: 404 }
  const headers = { 'content-type': media.contentType, ...dispositionOf(media) }
  return (await replyWithFile(context.files, media.fileKey, request, headers)) ?? { status: 404 }
}

function dispositionOf({ filename, contentType }: SharedMedia): Record<string, string> {
  if (filename === null) return {}
  const name = carrierFilename(filename, extensionOf(contentType) ?? 'bin')
  return { 'content-disposition': `inline; filename="${name}"` }
}

const downloads = new Map<string, Promise<void>>()

/** A webhook may link to a file before its job has run. The file is then downloaded once for all requests. */
async function downloadPending(
  context: AppContext,
  db: Db,
  token: string,
): Promise<SharedMedia | 'unavailable' | undefined> {
  const pending = await findPendingMedia(db, token)
  // Another request may have downloaded it in the meantime.
  if (!pending) return findSharedMedia(db, token)
  const download = downloads.get(token) ?? fetchInboundMedia(context, pending).finally(() => downloads.delete(token))
  downloads.set(token, download)
  try {
    await download
  } catch (error) {
    if (error instanceof OutsideError) return 'unavailable'
    throw error
  }
  return findSharedMedia(db, token)
}
