// The transfer of a call to another phone number: first its message is heard, then the number is called while the customer waits.
import type { Deadlines } from '../../clock.ts'
import type { Emit } from '../call-events.ts'
import type { TransferRequest } from '../settings.ts'

/** The host has its own, shorter limit. */
const transferMs = 90_000

/** Called if the conversation continues. `wasTried`: the number was called, or could not be called. */
export type TransferFailed = (reason: string, wasTried: boolean) => void

export interface TransferOptions {
  deadlines: Deadlines
  isSpeaking(): boolean
  say(text: string): void
  emit: Emit
  /** Calls the number; `failed` is called if the conversation continues. */
  request(request: TransferRequest, failed: (reason: string) => void): void
}

export type Transfer = ReturnType<typeof createTransfer>

export function createTransfer({ deadlines, isSpeaking, say, emit, request }: TransferOptions) {
  let current: { target: TransferRequest; failed: TransferFailed; isRequested: boolean } | undefined

  function fail(reason: string): void {
    deadlines.clear('transfer')
    const failing = current
    current = undefined
    failing?.failed(reason, failing.isRequested)
  }

  return {
    /** Whether the number is called. */
    isRequested: () => current?.isRequested === true,
    /** Whether the number will be called when the speech is over. */
    isDue: () => current?.isRequested === false,
    /** Returns a function that abandons a transfer that was not requested yet. */
    start(target: TransferRequest, message: string | undefined, failed: TransferFailed): () => void {
      if (current) {
        failed('Another transfer is in progress.', false)
        return () => {}
      }
      const started = { target, failed, isRequested: false }
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
      asked.isRequested = true
      emit({ type: 'transfer_requested', to: asked.target.phoneNumber })
      deadlines.set('transfer', transferMs, () => fail('Nobody accepted the call in time.'))
      request(asked.target, (reason) => current === asked && fail(reason))
    },
    /** The customer does not want to wait. */
    interrupted(): void {
      if (current && !current.isRequested) fail('The customer interrupted the transfer.')
    },
  }
}
