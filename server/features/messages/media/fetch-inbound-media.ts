// Downloads the media that a customer sent, because the carrier deletes them eventually.
import { actFor } from '#server/features/accounts/index.ts'
import { findCarrierAccountById } from '#server/features/carrier-accounts/index.ts'
import type { ChannelPicture } from '#server/features/conversations/index.ts'
import type { AccountContext, AppContext } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { withPatience } from '#server/platform/time/with-timeout.ts'
import { findUnfetchedMedia, type MediaRef, saveFetchedMedia } from './store-media.ts'
import { selectPictures, selectUnfetchedPictures } from './store-pictures.ts'

export const mediaJob: JobSpec<MediaRef> = { name: 'messages.fetch-media', maxAttempts: 8, waitsOutside: true }

/** More than the channel allows. */
const maxBytes = 32 * 1024 * 1024

export async function fetchInboundMedia(context: AppContext, { accountId, mediaId }: MediaRef): Promise<void> {
  const ctx = await actFor(context, accountId)
  const pending = ctx && (await findUnfetchedMedia(ctx.db, accountId, mediaId))
  const account = pending && (await findCarrierAccountById(context, pending.carrierAccountId))
  if (!account) return
  try {
    const { contentType, body } = await ctx.carriers.of(account).messages.fetchMedia(account, pending.url, maxBytes)
    const fileKey = `media/${accountId}/${ctx.newId()}`
    await ctx.files.put(fileKey, body, contentType)
    const media = { id: mediaId, fileKey, contentType, sizeBytes: body.length }
    if (!(await saveFetchedMedia(ctx.db, accountId, media))) await ctx.files.remove(fileKey)
  } catch (error) {
    if (!(error instanceof OutsideError) || error.retryable) throw error
    ctx.log.warn({ media: mediaId, failure: error.code }, 'could not download the media of a message')
  }
}

/** The customer waits for the answer. A job continues with the download. */
const downloadMs = 8_000

export async function loadPictures(
  ctx: AccountContext,
  conversationId: number,
  messageIds: readonly number[],
): Promise<ChannelPicture[]> {
  const { id: accountId } = ctx.account
  const ofMessages = { conversationId, messageIds }
  const missing = await selectUnfetchedPictures(ctx.db, accountId, ofMessages)
  if (missing.length > 0) {
    const downloads = Promise.allSettled(missing.map((mediaId) => fetchInboundMedia(ctx, { accountId, mediaId })))
    await withPatience(downloadMs, downloads)
  }
  return selectPictures(ctx.db, accountId, ofMessages)
}
