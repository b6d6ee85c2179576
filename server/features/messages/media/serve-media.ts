// Files that the carrier fetches from us, by a token that is good for a while.
import type { World } from '#server/platform/context.ts'
import type { CallbackAnswer, CallbackRequest } from '#server/platform/http/callbacks.ts'
import { findSharedMedia } from './store-media.ts'

/** A token is a UUID. */
const tokenForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export async function serveMedia(world: World, { params, publicDb }: CallbackRequest): Promise<CallbackAnswer> {
  const token = params['token'] ?? ''
  const media = tokenForm.test(token) ? await findSharedMedia(publicDb(), token) : undefined
  if (!media) return { status: 404 }
  const headers: Record<string, string> = {
    'content-type': media.contentType,
    // A stranger who has the address must not be shown a page in our name.
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
    ...(media.filename === null ? {} : { 'content-disposition': `inline; filename="${media.filename}"` }),
  }
  return { status: 200, headers, body: await world.files.read(media.fileKey) }
}
