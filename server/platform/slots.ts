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

/** Slots for each key, so that the operations of one do not delay those of others. */
export function createKeyedSlots<Key>(countPerKey: number) {
  const slotsOf = new Map<Key, { slots: ReturnType<typeof createSlots>; users: number }>()
  return {
    /** Rejects like `run` of the slots. */
    async run<T>(key: Key, operation: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      const own = slotsOf.get(key) ?? { slots: createSlots(countPerKey), users: 0 }
      slotsOf.set(key, own)
      own.users++
      try {
        return await own.slots.run(operation, signal)
      } finally {
        if (--own.users === 0) slotsOf.delete(key)
      }
    },
  }
}
