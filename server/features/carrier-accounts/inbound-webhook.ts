// The webhook by which the carrier delivers messages of customers to senders and phone numbers, and the signature of webhooks.

import type { AppContext } from '#server/platform/context/context.ts'
import type { Settings } from '#server/platform/context/settings.ts'
import type { CallbackRequest } from '#server/platform/http/callbacks.ts'
import { verifyTwilioWebhook, webhookRetries } from '#server/platform/security/twilio-signature.ts'
import type { InboundWebhook } from '#server/ports/carrier.ts'
import { findAuthToken } from './carrier-account.ts'

export const inboundWebhookUrl = ({ publicUrl }: Pick<Settings, 'publicUrl'>): string =>
  `${publicUrl}/carrier/twilio/message${webhookRetries}`

/** Ignores the fragment, which configures retries. Returns null if the carrier does not report its webhook. */
export function isOurWebhook(webhook: InboundWebhook | null, settings: Pick<Settings, 'publicUrl'>): boolean | null {
  if (webhook === null) return null
  if (webhook.url === null || webhook.method !== 'POST') return false
  const [theirs, ours] = [webhook.url, inboundWebhookUrl(settings)].map((url) => URL.parse(url.split('#', 1)[0]!))
  return theirs?.href === ours!.href
}

const accountSidForm = /^AC[0-9a-f]{32}$/i

/** Verifies the signature with the stored auth token of the carrier account that the form names. */
export async function isSigned(
  { settings }: Pick<AppContext, 'settings'>,
  { url, form, signature, publicDb }: CallbackRequest,
): Promise<boolean> {
  const accountSid = form['AccountSid']
  if (typeof accountSid !== 'string' || !accountSidForm.test(accountSid) || signature === undefined) return false
  const isShared = accountSid === settings.carrierAccount.accountSid
  const authToken = isShared
    ? settings.carrierAccount.authToken
    : await findAuthToken({ db: publicDb(), settings }, accountSid)
  if (authToken === undefined) return false
  // The request lacks the URL's fragment, and Twilio does not document whether the signature covers it: both are valid.
  return verifyTwilioWebhook({ authToken, signature, url: url + webhookRetries, form })
}
