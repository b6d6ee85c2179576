// The clock of a call, and named deadlines on it. Tests replace the clock by a virtual one.
/** Times are in milliseconds from an arbitrary start. */
export interface VoiceClock {
  now(): number
  /** Runs the function once after the delay, unless the returned function is called before. */
  after(delayMs: number, run: () => void): () => void
}

export const realClock: VoiceClock = {
  now: () => performance.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

export type Deadlines = ReturnType<typeof createDeadlines>

/** Each name has at most one deadline; setting it again replaces it. */
export function createDeadlines(clock: VoiceClock) {
  const cancels = new Map<string, () => void>()
  const clear = (name: string): void => {
    cancels.get(name)?.()
    cancels.delete(name)
  }
  return {
    set(name: string, delayMs: number, run: () => void): void {
      clear(name)
      const cancel = clock.after(Math.max(0, delayMs), () => {
        cancels.delete(name)
        run()
      })
      cancels.set(name, cancel)
    },
    clear,
    has: (name: string): boolean => cancels.has(name),
    clearAll(): void {
      for (const cancel of cancels.values()) cancel()
      cancels.clear()
    },
  }
}
