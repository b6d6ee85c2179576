// How many people a sender may write to first in 24 hours, read from the text that the carrier shows.
import type { WhatsAppSender } from '../core/state.ts'

/** `250`, `1K`, `10K Customers/24hr`, `unlimited`; the limit of a new sender while there is none. */
export function messagingLimitOf({ messagingLimit }: WhatsAppSender): number {
  if (messagingLimit === null) return 250
  if (/^unlimited/i.test(messagingLimit)) return Number.POSITIVE_INFINITY
  const [, digits = '250', thousand] = /^(\d+)\s*(k)?/i.exec(messagingLimit) ?? []
  return Number(digits) * (thousand ? 1_000 : 1)
}
