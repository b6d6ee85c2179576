// Finds a sent message among the messages that the carrier lists.
import type { CarrierMessage } from '#server/ports/carrier.ts'

/** The largest expected difference between the carrier's clock and Parley's. */
export const clockMarginMs = 120_000

export interface MessageQuery {
  /** Null matches any text: only the carrier knows the text of the message. */
  body: string | null
  /** SIDs that belong to other messages. */
  attached: ReadonlySet<string>
}

/** Returns the oldest message that matches and belongs to no other message. */
export function matchMessage(
  listed: readonly CarrierMessage[],
  { body, attached }: MessageQuery,
): CarrierMessage | undefined {
  const expected = body === null ? null : normalize(body)
  return listed
    .filter((one) => one.status !== 'received' && !attached.has(one.sid))
    .filter((one) => expected === null || normalize(one.body) === expected)
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())[0]
}

/** Carriers trim texts, and encode line ends and letters differently. */
const normalize = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim()
