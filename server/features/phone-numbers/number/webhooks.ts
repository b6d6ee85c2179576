// The URLs at which Parley receives the inbound calls and SMS of a number from the carrier.
import { inboundWebhookUrl, isOurWebhook } from '#server/features/carrier-accounts/index.ts'
import type { Settings } from '#server/platform/context/settings.ts'
import type { CarrierPhoneNumber, NumberWebhooks } from '#server/ports/voice-carrier.ts'

type UrlSettings = Pick<Settings, 'publicUrl'>

export const voiceWebhookUrl = ({ publicUrl }: UrlSettings): string => `${publicUrl}/carrier/twilio/voice`

export const webhooksFor = (settings: UrlSettings, { smsCapable }: Pick<CarrierPhoneNumber, 'smsCapable'>) => ({
  voiceUrl: voiceWebhookUrl(settings),
  ...(smsCapable && { smsUrl: inboundWebhookUrl(settings) }),
})

export const isOurSmsUrl = (settings: UrlSettings, url: string | null): boolean =>
  isOurWebhook({ url, method: 'POST' }, settings) === true

/** Removes the webhooks that lead to Parley. */
export function removalOf(settings: UrlSettings, { voiceUrl, smsUrl }: CarrierPhoneNumber): NumberWebhooks {
  return {
    ...(voiceUrl === voiceWebhookUrl(settings) && { voiceUrl: '' }),
    ...(isOurSmsUrl(settings, smsUrl) && { smsUrl: '' }),
  }
}
