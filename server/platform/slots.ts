// Limits how many operations run at the same time.
export function createSlots(count: number) {
  let free = count
  const waiting = new Set<() => void>()

  /** A released slot is passed on to the operation that has waited for the longest time. */
  async function take(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (free > 0) {
      free--
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const abort = () => {
      if (waiting.delete(resolve)) reject(signal?.reason)
    }
    signal?.addEventListener('abort', abort, { once: true })
    waiting.add(resolve)
    await promise.finally(() => signal?.removeEventListener('abort', abort))
  }

  function release(): void {
    const [next] = waiting
    if (!next) free++
    else {
      waiting.delete(next)
      next()
    }
  }

  return {
    /** Rejects with the reason of the signal if it aborts while the operation waits. */
    async run<T>(operation: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      await take(signal)
      try {
        return await operation()
      } finally {
        release()
      }
    },
  }
}
