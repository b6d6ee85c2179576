// Implements the carrier ports for messages and calls with Twilio's REST API.
import type { Log } from '#server/platform/observability/log.ts'
import type { Carrier } from '#server/ports/carrier.ts'
import type { VoiceCarrier } from '#server/ports/voice-carrier.ts'
import { createAddresses } from './addresses.ts'
import { createApi } from './api.ts'
import { createCalls } from './calls.ts'
import { openExchange } from './exchange.ts'
import { createMedia } from './media.ts'
import { createMessages } from './messages.ts'
import { createPhoneNumbers } from './phone-numbers.ts'
import { createSenders } from './senders.ts'
import { createTemplates } from './templates.ts'

export interface TwilioCarrierOptions {
  /** Replaces the scheme and host of every Twilio URL and is prepended to its path, for a proxy, region or emulator. */
  apiBaseUrl?: string
  /** For one request including its response. Default: 15,000. */
  timeoutMs?: number
  log: Log
}

/** https://www.twilio.com/docs/messaging/api, https://www.twilio.com/docs/voice/api, https://www.twilio.com/docs/content */
export function createTwilioCarrier(options: TwilioCarrierOptions): Carrier & VoiceCarrier & AsyncDisposable {
  const { exchange, ...connections } = openExchange()
  const addresses = createAddresses(options.apiBaseUrl)
  const api = createApi({ exchange, addresses, timeoutMs: options.timeoutMs ?? 15_000 })
  return {
    ...createMessages(api),
    ...createSenders(api),
    ...createTemplates(api, options.log),
    ...createMedia(api, addresses),
    ...createCalls(api),
    ...createPhoneNumbers(api),
    ...connections,
  }
}
