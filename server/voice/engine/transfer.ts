// The transfer of a call to another phone number: first its message is heard, then the carrier connects the caller.
export interface TransferOptions {
  isSpeaking(): boolean
  say(text: string): void
  /** Asks the carrier; `failed` is called if the call goes on. */
  request(to: string, failed: (reason: string) => void): void
}

export type Transfer = ReturnType<typeof createTransfer>

export function createTransfer({ isSpeaking, say, request }: TransferOptions) {
  let current: { to: string; failed(reason: string): void; isRequested: boolean } | undefined

  function fail(reason: string): void {
    const failed = current?.failed
    current = undefined
    failed?.(reason)
  }

  return {
    /** Whether the carrier was asked and has not refused. */
    get isRequested() {
      return current?.isRequested === true
    },
    /** Returns a function that abandons a transfer that was not requested yet. */
    start(to: string, message: string | undefined, failed: (reason: string) => void): () => void {
      if (current) {
        failed('Another transfer is in progress.')
        return () => {}
      }
      const started = { to, failed, isRequested: false }
      current = started
      if (message !== undefined) say(message)
      return () => {
        if (current === started && !started.isRequested) current = undefined
      }
    },
    /** Called every 20 ms. */
    tick(): void {
      if (!current || current.isRequested || isSpeaking()) return
      current.isRequested = true
      request(current.to, fail)
    },
    /** The caller does not want to wait. */
    interrupted(): void {
      if (current && !current.isRequested) fail('The customer interrupted the transfer.')
    },
  }
}
