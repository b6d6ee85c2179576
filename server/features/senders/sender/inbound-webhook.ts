// The address at which people's messages reach us, and whether the carrier has it.
import type { Settings } from '#server/platform/context/settings.ts'
import { webhookRetries } from '#server/platform/security/twilio-signature.ts'
import type { InboundWebhook } from '#server/ports/carrier.ts'

export const inboundWebhookUrl = ({ publicUrl }: Pick<Settings, 'publicUrl'>): string =>
  `${publicUrl}/carrier/twilio/message${webhookRetries}`

/** Null while the carrier does not tell. How often it tries does not matter. */
export function leadsHere(webhook: InboundWebhook | null, settings: Pick<Settings, 'publicUrl'>): boolean | null {
  if (webhook === null) return null
  if (webhook.url === null || webhook.method !== 'POST') return false
  const [there, here] = [webhook.url, inboundWebhookUrl(settings)].map((url) => URL.parse(url.split('#', 1)[0]!))
  return there?.href === here!.href
}
