// What happens when a carrier reports on messages, and the endpoint of media.
import type { CarrierEvents } from '#server/platform/carriers/carrier-events.ts'
import type { Callback } from '#server/platform/http/callbacks.ts'
import { isUuid } from '#server/platform/text/uuid.ts'
import { findMessageByUuid } from './delivery/store.ts'
import { storeInboundMessage, storeStatusUpdate } from './inbox/store-inbox.ts'
import { serveMedia } from './media/serve-media.ts'

export const messageCallbacks: Callback[] = [{ method: 'GET', path: '/media/:token', answer: serveMedia }]

export const messageEvents: Pick<CarrierEvents, 'messageReceived' | 'messageUpdated'> = {
  messageReceived: (context, message) => storeInboundMessage(context, message),
  async messageUpdated(context, { uuid, token }, update) {
    const message = isUuid(uuid) ? await findMessageByUuid(context.db, uuid) : undefined
    if (message?.callbackToken !== token || message.carrierAccountId !== update.carrierAccountId) return 'unknown'
    await storeStatusUpdate(context, uuid, update)
    return 'stored'
  },
}
