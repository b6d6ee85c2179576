// Computes the signature of a webhook: HMAC-SHA1 over the URL and the sorted form fields.
// https://www.twilio.com/docs/usage/webhooks/webhooks-security
import { createHmac } from 'node:crypto'

export function signWebhook(authToken: string, url: string, form: Record<string, string> = {}): string {
  const fields = Object.keys(form)
    .sort()
    .map((name) => name + form[name])
  return createHmac('sha1', authToken)
    .update(url + fields.join(''))
    .digest('base64')
}
