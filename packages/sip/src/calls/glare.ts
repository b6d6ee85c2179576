// The wait after a 491 response to an offer (RFC 3261, section 14.1).
import type { RandomHex } from '../clock.ts'
import { randomBetween } from '../requests/stack.ts'

/** The owner of the Call-ID waits longer, so that both sides do not collide again. */
export const glareDelayMs = (ownsCallId: boolean, random: RandomHex): number =>
  ownsCallId ? randomBetween(random, 2_100, 4_000) : randomBetween(random, 0, 2_000)
