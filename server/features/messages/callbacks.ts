// What the carrier calls: messages of customers, news of messages that were sent, and files that it fetches from us.
import { findCarrierAccountBySid } from '#server/features/senders/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import type { Callback, CallbackReply, CallbackRequest } from '#server/platform/http/callbacks.ts'
import { verifyTwilioWebhook, type WebhookForm, webhookRetries } from '#server/platform/security/twilio-signature.ts'
import type { InboundMessage, StatusUpdate } from '#server/ports/carrier.ts'
import { findMessageByUuid } from './delivery/store.ts'
import { storeInboundMessage } from './inbox/store-inbound-message.ts'
import { storeStatusUpdate } from './inbox/store-status-update.ts'
import { serveMedia } from './media/serve-media.ts'

/** How the carrier's forms are read; undefined for one that is not of the kind. */
export interface WebhookParsers {
  readInboundMessage(form: WebhookForm): InboundMessage | undefined
  readStatusUpdate(form: WebhookForm): StatusUpdate | undefined
}

const forbidden: CallbackReply = { status: 403 }
const notFound: CallbackReply = { status: 404 }
const done: CallbackReply = { status: 204 }
/** Anything but silence or this would be sent to the customer. */
const nothingToSay: CallbackReply = {
  status: 200,
  headers: { 'content-type': 'text/xml; charset=utf-8' },
  body: '<Response/>',
}

/** Calls are not answered: without this the carrier would tell the caller that an application has failed. */
const rejectCall: CallbackReply = { ...nothingToSay, body: '<Response><Reject/></Response>' }

export function messageCallbacks({ readInboundMessage, readStatusUpdate: readStatusNews }: WebhookParsers): Callback[] {
  return [
    {
      method: 'POST',
      path: '/carrier/twilio/message',
      answer: async (context, request) => {
        if (!(await isSigned(context, request))) return forbidden
        const news = readInboundMessage(request.form)
        // Another channel's, or none that we know: asking again would not help.
        if (news?.channel === 'chatapp') await storeInboundMessage(context, news)
        return nothingToSay
      },
    },
    {
      method: 'POST',
      path: '/carrier/twilio/voice',
      answer: async (context, request) => ((await isSigned(context, request)) ? rejectCall : forbidden),
    },
    {
      method: 'POST',
      path: '/carrier/twilio/status/:uuid/:token',
      answer: async (context, request) => {
        if (!(await isSigned(context, request))) return forbidden
        const news = readStatusNews(request.form)
        return news ? keepStatus(context, request.params, news) : done
      },
    },
    { method: 'GET', path: '/media/:token', answer: serveMedia },
  ]
}

const accountSidForm = /^AC[0-9a-f]{32}$/i

/** By the token of the account that it claims to come from: as we keep it, whatever the request says. */
async function isSigned(
  { settings }: AppContext,
  { url, form, signature, publicDb }: CallbackRequest,
): Promise<boolean> {
  const accountSid = form['AccountSid']
  if (typeof accountSid !== 'string' || !accountSidForm.test(accountSid) || signature === undefined) return false
  const { carrierAccount } = settings
  const isInstallations = accountSid === carrierAccount.accountSid
  const account = isInstallations
    ? carrierAccount
    : await findCarrierAccountBySid({ db: publicDb(), settings }, accountSid)
  if (!account) return false
  // A fragment is never sent along, and nowhere is it said whether it is signed: the address fits with it and without.
  return verifyTwilioWebhook({ authToken: account.authToken, signature, url: url + webhookRetries, form })
}

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function keepStatus(
  context: AppContext,
  params: CallbackRequest['params'],
  news: StatusUpdate,
): Promise<CallbackReply> {
  const { uuid = '', token } = params
  const message = uuidForm.test(uuid) ? await findMessageByUuid(context.db, uuid) : undefined
  const isOurs = message?.callbackToken === token && message?.carrierAccountSid === news.accountSid
  if (!isOurs) return notFound
  await storeStatusUpdate(context, uuid, news)
  return done
}
