// The URL at which Parley receives messages of customers from the carrier, for senders and phone numbers.
import type { Settings } from '#server/platform/context/settings.ts'
import { webhookRetries } from '#server/platform/security/twilio-signature.ts'
import type { InboundWebhook } from '#server/ports/carrier.ts'

export const inboundWebhookUrl = ({ publicUrl }: Pick<Settings, 'publicUrl'>): string =>
  `${publicUrl}/carrier/twilio/message${webhookRetries}`

/** Ignores the fragment, which configures retries. Returns null if the carrier does not report its webhook. */
export function isOurWebhook(webhook: InboundWebhook | null, settings: Pick<Settings, 'publicUrl'>): boolean | null {
  if (webhook === null) return null
  if (webhook.url === null || webhook.method !== 'POST') return false
  const [theirs, ours] = [webhook.url, inboundWebhookUrl(settings)].map((url) => URL.parse(url.split('#', 1)[0]!))
  return theirs?.href === ours!.href
}
