// Lets one task run at a time, in the order of their requests.
export class Lock {
  #last: Promise<void> = Promise.resolve()

  /** Resolves to a function that releases the lock. Rejects with the reason of the signal. */
  async acquire(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = before.then(() => promise)
    const aborted = Promise.withResolvers<void>()
    const onAbort = (): void => aborted.resolve()
    signal.addEventListener('abort', onAbort, { once: true })
    await Promise.race([before, aborted.promise])
    signal.removeEventListener('abort', onAbort)
    if (!signal.aborted) return resolve
    resolve()
    throw signal.reason
  }
}
