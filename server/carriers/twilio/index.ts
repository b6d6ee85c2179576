// Implements the carrier ports for messages and calls with Twilio's REST API.
import type { Log } from '#server/platform/observability/log.ts'
import type { Carrier } from '#server/ports/carrier.ts'
import type { VoiceCarrier } from '#server/ports/voice-carrier.ts'
import { createCalls } from './calls/calls.ts'
import { createPhoneNumbers } from './calls/phone-numbers.ts'
import { createMedia } from './messaging/media.ts'
import { createMessages } from './messaging/messages.ts'
import { createSenders } from './messaging/senders.ts'
import { createTemplates } from './messaging/templates.ts'
import { createAddresses } from './rest/addresses.ts'
import { createApi } from './rest/api.ts'
import { openExchange } from './rest/exchange.ts'

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
