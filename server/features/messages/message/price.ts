// The price of a message: one for each message of the chat app, and one for each segment of an SMS.
import { countSegments } from '@parley/rules'
import type { Settings } from '#server/platform/context/settings.ts'
import type { Channel } from '#server/ports/carrier.ts'

export interface Price {
  priceMicros: number
  /** Null for the chat app, like the segments. */
  segmentPriceMicros: number | null
  /** For each part of the message. */
  segments: (number | null)[]
}

type PriceSettings = Pick<Settings, 'prices'>

/** `texts` are the parts of the message. */
export function priceOf({ prices }: PriceSettings, channel: Channel, texts: readonly (string | null)[]): Price {
  if (channel === 'chatapp')
    return { priceMicros: prices.chatappMessageMicros, segmentPriceMicros: null, segments: texts.map(() => null) }
  const segments = texts.map((text) => countSegments(text ?? ''))
  const segmentPriceMicros = prices.smsSegmentMicros
  return {
    priceMicros: segmentPriceMicros * segments.reduce((sum, count) => sum + count, 0),
    segmentPriceMicros,
    segments,
  }
}

/** The price of the shortest message, for checks before the text is known. */
export const leastPrice = (settings: PriceSettings, channel: Channel): number =>
  priceOf(settings, channel, ['']).priceMicros
