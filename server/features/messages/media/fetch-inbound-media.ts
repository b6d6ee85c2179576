// Keeping what a customer sent: the carrier deletes it one day.
import { actFor } from '#server/features/accounts/index.ts'
import { findCarrierAccountBySid } from '#server/features/senders/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import type { MediaRef } from './media-job.ts'
import { findUnfetchedMedia, saveFetchedMedia } from './store-media.ts'

/** More than the channel carries. */
const mostBytes = 32 * 1024 * 1024

export async function fetchInboundMedia(context: AppContext, { accountId, mediaId }: MediaRef): Promise<void> {
  const ctx = await actFor(context, accountId)
  const media = ctx && (await findUnfetchedMedia(ctx.db, accountId, mediaId))
  const account = media && (await findCarrierAccountBySid(context, media.carrierAccountSid))
  if (!account) return
  try {
    const { contentType, body } = await ctx.carrier.fetchMedia(account, media.url, mostBytes)
    const fileKey = `media/${accountId}/${ctx.newId()}`
    await ctx.files.put(fileKey, body, contentType)
    const saved = await saveFetchedMedia(ctx.db, accountId, {
      id: mediaId,
      fileKey,
      contentType,
      sizeBytes: body.length,
    })
    if (!saved) await ctx.files.remove(fileKey)
  } catch (error) {
    if (!(error instanceof OutsideError) || error.retryable) throw error
    ctx.log.warn({ media: mediaId, failure: error.code }, 'media of a message could not be kept')
  }
}
