// What the carrier calls: messages of customers, news of messages that were sent, and files that it fetches from us.
import { findCarrierAccountBySid } from '#server/features/senders/index.ts'
import type { World } from '#server/platform/context.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import type { Callback, CallbackAnswer, CallbackRequest } from '#server/platform/http/callbacks.ts'
import { verifyTwilioWebhook, type WebhookForm, webhookRetries } from '#server/platform/security/twilio-signature.ts'
import type { InboundMessage, StatusNews } from '#server/ports/carrier.ts'
import { findMessageByUuid } from './delivery/store.ts'
import { keepInbound } from './inbox/store-inbound-message.ts'
import { keepNews } from './inbox/store-status-update.ts'
import { serveMedia } from './media/serve-media.ts'

/** How the carrier's forms are read; undefined for one that is not of the kind. */
export interface WebhookReaders {
  readInboundMessage(form: WebhookForm): InboundMessage | undefined
  readStatusNews(form: WebhookForm): StatusNews | undefined
}

const forbidden: CallbackAnswer = { status: 403 }
const notFound: CallbackAnswer = { status: 404 }
const done: CallbackAnswer = { status: 204 }
/** Anything but silence or this would be sent to the customer. */
const nothingToSay: CallbackAnswer = {
  status: 200,
  headers: { 'content-type': 'text/xml; charset=utf-8' },
  body: '<Response/>',
}

/** Calls are not answered: without this the carrier would tell the caller that an application has failed. */
const rejectCall: CallbackAnswer = { ...nothingToSay, body: '<Response><Reject/></Response>' }

export function messageCallbacks({ readInboundMessage, readStatusNews }: WebhookReaders): Callback[] {
  return [
    {
      method: 'POST',
      path: '/carrier/twilio/message',
      answer: async (world, request) => {
        if (!(await isSigned(world, request))) return forbidden
        const news = readInboundMessage(request.form)
        // Another channel's, or none that we know: asking again would not help.
        if (news?.channel === 'chatapp') await keepInbound(world, news)
        failpoint('inbound-kept')
        return nothingToSay
      },
    },
    {
      method: 'POST',
      path: '/carrier/twilio/voice',
      answer: async (world, request) => ((await isSigned(world, request)) ? rejectCall : forbidden),
    },
    {
      method: 'POST',
      path: '/carrier/twilio/status/:uuid/:token',
      answer: async (world, request) => {
        if (!(await isSigned(world, request))) return forbidden
        const news = readStatusNews(request.form)
        return news ? keepStatus(world, request.params, news) : done
      },
    },
    { method: 'GET', path: '/media/:token', answer: serveMedia },
  ]
}

const accountSidForm = /^AC[0-9a-f]{32}$/i

/** By the token of the account that it claims to come from: as we keep it, whatever the request says. */
async function isSigned({ settings }: World, { url, form, signature, publicDb }: CallbackRequest): Promise<boolean> {
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

async function keepStatus(world: World, params: CallbackRequest['params'], news: StatusNews): Promise<CallbackAnswer> {
  const { uuid = '', token } = params
  const message = uuidForm.test(uuid) ? await findMessageByUuid(world.db, uuid) : undefined
  const isOurs = message?.callbackToken === token && message?.carrierAccountSid === news.accountSid
  if (!isOurs) return notFound
  await keepNews(world, uuid, news)
  failpoint('news-kept')
  return done
}
