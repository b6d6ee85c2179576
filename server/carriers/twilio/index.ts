// The carrier Twilio: calls, phone numbers and messages through its REST API.
import type { CarrierAdapter } from '#server/platform/carriers/carrier-adapter.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { Carrier } from '#server/ports/carriers.ts'
import { twilioCallbacks } from './callbacks.ts'
import { createCalls } from './calls/calls.ts'
import { createPhoneNumbers } from './calls/phone-numbers.ts'
import { openMediaStreams } from './media-streams/media-streams.ts'
import { createMedia } from './messaging/media.ts'
import { createMessages } from './messaging/messages.ts'
import { createSenders } from './messaging/senders.ts'
import { createTemplates } from './messaging/templates.ts'
import { createAddresses } from './rest/addresses.ts'
import { createApi } from './rest/api.ts'
import { openExchange } from './rest/exchange.ts'
import { createWebhookUrls } from './webhooks/urls.ts'

export interface TwilioCarrierOptions {
  /** Of this installation, without a slash at the end. Twilio posts its webhooks to URLs under it. */
  publicUrl: string
  /** Replaces the scheme and host of every Twilio URL and is prepended to its path, for a proxy, region or emulator. */
  apiBaseUrl?: string
  /** For one request including its response. Default: 15,000. */
  timeoutMs?: number
  log: Log
}

/** https://www.twilio.com/docs/messaging/api, https://www.twilio.com/docs/voice/api, https://www.twilio.com/docs/content */
function createTwilioCarrier(options: TwilioCarrierOptions): Carrier & AsyncDisposable {
  const { exchange, ...connections } = openExchange()
  const addresses = createAddresses(options.apiBaseUrl)
  const api = createApi({ exchange, addresses, timeoutMs: options.timeoutMs ?? 15_000 })
  const urls = createWebhookUrls(options.publicUrl)
  return {
    name: twilio.name,
    label: 'Twilio',
    capabilities: [
      'listsMessages',
      'submitsTemplates',
      'listsCalls',
      'detectsMachines',
      'conferences',
      'sellsNumbers',
      'routesNumbers',
    ],
    messages: {
      ...createMessages(api, urls),
      ...createSenders(api, urls),
      ...createTemplates(api, options.log),
      ...createMedia(api, addresses),
    },
    calls: { ...createCalls(api, urls), ...createPhoneNumbers(api, urls) },
    ...connections,
  }
}

export const twilio: CarrierAdapter<TwilioCarrierOptions> = {
  name: 'twilio',
  open: createTwilioCarrier,
  callbacks: twilioCallbacks,
  openMedia: openMediaStreams,
}
