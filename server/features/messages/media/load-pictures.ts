// Loads the pictures that customers have sent on a channel, for models that can see them.
import type { ChannelPicture } from '#server/features/conversations/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { withPatience } from '#server/platform/time/with-timeout.ts'
import { fetchInboundMedia } from './fetch-inbound-media.ts'
import { selectPictures, selectUnfetchedPictures } from './store-pictures.ts'

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
