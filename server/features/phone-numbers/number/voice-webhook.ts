// The URL at which Parley receives inbound calls from the carrier.
import type { Settings } from '#server/platform/context/settings.ts'

export const voiceWebhookUrl = ({ publicUrl }: Pick<Settings, 'publicUrl'>): string =>
  `${publicUrl}/carrier/twilio/voice`
