// Finding a message of ours among those that the carrier lists.
import type { CarrierMessage } from '#server/ports/carrier.ts'

/** The carrier's clock and ours may disagree by so much. */
export const clockMarginMs = 120_000

export interface MessageQuery {
  /** Null: nobody but the carrier knows the text. */
  body: string | null
  /** Sids that belong to other messages of ours. */
  attached: ReadonlySet<string>
}

/** The oldest that fits and is nobody else's; `undefined` when the carrier shows none. */
export function matchMessage(
  listed: readonly CarrierMessage[],
  { body, attached }: MessageQuery,
): CarrierMessage | undefined {
  const wanted = body === null ? null : normalised(body)
  return listed
    .filter((one) => one.status !== 'received' && !attached.has(one.sid))
    .filter((one) => wanted === null || normalised(one.body) === wanted)
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())[0]
}

/** Carriers trim, and write line ends and letters in their own way. */
const normalised = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim()
