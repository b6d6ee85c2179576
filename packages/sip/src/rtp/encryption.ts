// The SRTP of a stream, which keeps its state as long as the keys stay the same.
import type { MediaAgreement } from '../sdp/index.ts'
import {
  createSrtpReceiver,
  createSrtpSender,
  type SrtpKey,
  type SrtpReceiver,
  type SrtpSender,
} from '../srtp/index.ts'

export interface Encryption {
  readonly sender: SrtpSender | undefined
  readonly receiver: SrtpReceiver | undefined
  /** A key that stays keeps its rollover counters and replay window; a new one begins at 0 (RFC 3711, section 3.3.1). */
  change(keys: MediaAgreement['srtp']): void
}

export function createEncryption(): Encryption {
  let keys: MediaAgreement['srtp']
  let sender: SrtpSender | undefined
  let receiver: SrtpReceiver | undefined
  return {
    get sender() {
      return sender
    },
    get receiver() {
      return receiver
    },
    change(next) {
      if (!isSameKey(keys?.sends, next?.sends)) sender = next && createSrtpSender(next.sends)
      if (!isSameKey(keys?.receives, next?.receives)) receiver = next && createSrtpReceiver(next.receives)
      keys = next
    },
  }
}

function isSameKey(a: SrtpKey | undefined, b: SrtpKey | undefined): boolean {
  if (!a || !b) return a === b
  return a.suite === b.suite && Buffer.compare(a.key, b.key) === 0 && Buffer.compare(a.salt, b.salt) === 0
}
