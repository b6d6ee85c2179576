// What a message of the customer costs.
import type { Prices } from '#server/platform/context/settings.ts'
import type { ConversationType } from './conversation.ts'

/** In micro-dollars, once it is answered. */
export function priceOf(prices: Prices, type: ConversationType): number {
  switch (type) {
    case 'test':
      return 0
    case 'widget':
      return prices.widgetMessageMicros
    case 'api':
      return prices.apiMessageMicros
    case 'chatapp':
      return prices.chatappMessageMicros
  }
}
