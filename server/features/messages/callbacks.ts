// Handlers for the carrier's callbacks: inbound messages, status updates, and downloads of media.
import { isSigned } from '#server/features/carrier-accounts/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import type { Callback, CallbackReply, CallbackRequest } from '#server/platform/http/callbacks.ts'
import type { WebhookForm } from '#server/platform/security/twilio-signature.ts'
import { isUuid } from '#server/platform/text/uuid.ts'
import type { InboundMessage, StatusUpdate } from '#server/ports/carrier.ts'
import { findMessageByUuid } from './delivery/store.ts'
import { storeInboundMessage, storeStatusUpdate } from './inbox/store-inbox.ts'
import { serveMedia } from './media/serve-media.ts'

/** Parsers of the carrier's forms. They return undefined for a form of another kind. */
export interface WebhookParsers {
  readInboundMessage(form: WebhookForm): InboundMessage | undefined
  readStatusUpdate(form: WebhookForm): StatusUpdate | undefined
}

const forbidden: CallbackReply = { status: 403 }
const notFound: CallbackReply = { status: 404 }
const done: CallbackReply = { status: 204 }
/** The carrier would send any other body to the customer as a message. */
const emptyResponse: CallbackReply = {
  status: 200,
  headers: { 'content-type': 'text/xml; charset=utf-8' },
  body: '<Response/>',
}

export function messageCallbacks({ readInboundMessage, readStatusUpdate }: WebhookParsers): Callback[] {
  return [
    {
      method: 'POST',
      path: '/carrier/twilio/message',
      answer: async (context, request) => {
        if (!(await isSigned(context, request))) return forbidden
        const message = readInboundMessage(request.form)
        // A message of an unsupported channel is ignored: an error response would only cause retries.
        if (message) await storeInboundMessage(context, message)
        return emptyResponse
      },
    },
    {
      method: 'POST',
      path: '/carrier/twilio/status/:uuid/:token',
      answer: async (context, request) => {
        if (!(await isSigned(context, request))) return forbidden
        const update = readStatusUpdate(request.form)
        return update ? receiveStatusUpdate(context, request.params, update) : done
      },
    },
    { method: 'GET', path: '/media/:token', answer: serveMedia },
  ]
}

async function receiveStatusUpdate(
  context: AppContext,
  { uuid = '', token }: CallbackRequest['params'],
  update: StatusUpdate,
): Promise<CallbackReply> {
  const message = isUuid(uuid) ? await findMessageByUuid(context.db, uuid) : undefined
  if (message?.callbackToken !== token || message?.carrierAccountSid !== update.accountSid) return notFound
  await storeStatusUpdate(context, uuid, update)
  return done
}
