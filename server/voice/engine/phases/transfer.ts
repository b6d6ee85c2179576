// The transfer of a call to another phone number: first its message is heard, then the carrier connects the customer.
import type { Deadlines } from '../../clock.ts'
import type { WarmTransfer } from '../settings.ts'

/** The carrier ends the media connection of a transferred call within seconds. */
const transferMs = 15_000
/** The host has its own, shorter limit for a transfer in which a person is asked first. */
const warmTransferMs = 90_000

export interface TransferOptions {
  deadlines: Deadlines
  isSpeaking(): boolean
  say(text: string): void
  /** Called before `request`. */
  requested(to: string, isWarm: boolean): void
  /** Asks the carrier; `failed` is called if the call continues. */
  request(to: string, failed: (reason: string) => void, warm: WarmTransfer | undefined): void
  /** The carrier has accepted the transfer, but the line is still open. */
  unanswered(): void
}

export type Transfer = ReturnType<typeof createTransfer>

export function createTransfer({ deadlines, isSpeaking, say, requested, request, unanswered }: TransferOptions) {
  let current:
    | { to: string; warm: WarmTransfer | undefined; failed(reason: string): void; isRequested: boolean }
    | undefined

  function fail(reason: string): void {
    deadlines.clear('transfer')
    const failed = current?.failed
    current = undefined
    failed?.(reason)
  }

  return {
    /** Whether the carrier was asked and has not refused. */
    isRequested: () => current?.isRequested === true,
    /** Whether the carrier will be asked when the speech is over. */
    isDue: () => current?.isRequested === false,
    /** Returns a function that abandons a transfer that was not requested yet. */
    start(to: string, message: string | undefined, failed: (reason: string) => void, warm?: WarmTransfer): () => void {
      if (current) {
        failed('Another transfer is in progress.')
        return () => {}
      }
      const started = { to, warm, failed, isRequested: false }
      current = started
      if (message !== undefined) say(message)
      return () => {
        if (current === started && !started.isRequested) current = undefined
      }
    },
    /** Called every 20 ms. */
    tick(): void {
      if (!current || current.isRequested || isSpeaking()) return
      const asked = current
      const { to, warm } = asked
      asked.isRequested = true
      requested(to, warm !== undefined)
      if (warm) deadlines.set('transfer', warmTransferMs, () => fail('Nobody accepted the call in time.'))
      else deadlines.set('transfer', transferMs, unanswered)
      request(to, (reason) => current === asked && fail(reason), warm)
    },
    /** The customer does not want to wait. */
    interrupted(): void {
      if (current && !current.isRequested) fail('The customer interrupted the transfer.')
    },
  }
}
