// Verifies the signature of a carrier's webhook.
import type { AppContext } from '#server/platform/context/context.ts'
import type { CallbackRequest } from '#server/platform/http/callbacks.ts'
import { verifyTwilioWebhook, webhookRetries } from '#server/platform/security/twilio-signature.ts'
import { findCarrierAccountBySid } from './carrier-account.ts'

const accountSidForm = /^AC[0-9a-f]{32}$/i

/** Verifies the signature with the stored auth token of the carrier account that the form names. */
export async function isSigned(
  { settings }: Pick<AppContext, 'settings'>,
  { url, form, signature, publicDb }: CallbackRequest,
): Promise<boolean> {
  const accountSid = form['AccountSid']
  if (typeof accountSid !== 'string' || !accountSidForm.test(accountSid) || signature === undefined) return false
  const { carrierAccount } = settings
  const account =
    accountSid === carrierAccount.accountSid
      ? carrierAccount
      : await findCarrierAccountBySid({ db: publicDb(), settings }, accountSid)
  if (!account) return false
  // The request lacks the URL's fragment, and Twilio does not document whether the signature covers it: both are valid.
  return verifyTwilioWebhook({ authToken: account.authToken, signature, url: url + webhookRetries, form })
}
