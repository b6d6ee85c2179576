// Files that the carrier fetches from us, by a token that is good for a while.
import type { AppContext } from '#server/platform/context/context.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { CallbackReply, CallbackRequest } from '#server/platform/http/callbacks.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { fetchInboundMedia } from './fetch-inbound-media.ts'
import { carrierNameOf } from './file-name.ts'
import { extensionOf } from './media-type.ts'
import { findAwaitedMedia, findSharedMedia, type SharedMedia } from './store-media.ts'

/** A token is a UUID. */
const tokenForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export async function serveMedia(context: AppContext, { params, publicDb }: CallbackRequest): Promise<CallbackReply> {
  const token = params['token'] ?? ''
  if (!tokenForm.test(token)) return { status: 404 }
  const db = publicDb()
  const media = (await findSharedMedia(db, token)) ?? (await fetchAwaited(context, db, token))
  if (media === 'unavailable') return { status: 503, headers: { 'retry-after': '10' } }
  if (!media) return { status: 404 }
  const headers: Record<string, string> = {
    'content-type': media.contentType,
    // A stranger who has the address must not be shown a page in our name.
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
    ...dispositionOf(media),
  }
  return { status: 200, headers, body: await context.files.read(media.fileKey) }
}

function dispositionOf({ filename, contentType }: SharedMedia): Record<string, string> {
  if (filename === null) return {}
  const name = carrierNameOf(filename, extensionOf(contentType) ?? 'bin')
  return { 'content-disposition': `inline; filename="${name}"` }
}

const underWay = new Map<string, Promise<void>>()

/** A webhook may name a file before its job has fetched it: then it is fetched now, once for all who ask. */
async function fetchAwaited(
  context: AppContext,
  db: Db,
  token: string,
): Promise<SharedMedia | 'unavailable' | undefined> {
  const awaited = await findAwaitedMedia(db, token)
  if (!awaited) return undefined
  const fetching = underWay.get(token) ?? fetchInboundMedia(context, awaited).finally(() => underWay.delete(token))
  underWay.set(token, fetching)
  try {
    await fetching
  } catch (error) {
    if (error instanceof OutsideError) return 'unavailable'
    throw error
  }
  return findSharedMedia(db, token)
}
