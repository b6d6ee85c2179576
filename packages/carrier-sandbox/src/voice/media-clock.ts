// The clock of all calls: one timer that calls every listener each 20 ms without drifting.
import { frameMs } from './audio.ts'

export type MediaClock = ReturnType<typeof createMediaClock>

/** After a longer pause of the process, the missed time is skipped. */
const maxLateFrames = 50

/** The timer runs only while there are listeners. `onError` receives the errors that they throw. */
export function createMediaClock(onError: (error: unknown) => void) {
  const listeners = new Set<() => void>()
  let timer: NodeJS.Timeout | undefined
  let nextMs = 0

  function run(): void {
    const nowMs = performance.now()
    if (nowMs - nextMs > maxLateFrames * frameMs) nextMs = nowMs
    for (; nextMs <= nowMs; nextMs += frameMs) {
      for (const listen of [...listeners]) {
        try {
          listen()
        } catch (error) {
          onError(error)
        }
      }
    }
    schedule()
  }

  function schedule(): void {
    timer = listeners.size === 0 ? undefined : setTimeout(run, Math.max(0, nextMs - performance.now())).unref()
  }

  return {
    /** Returns a function that unsubscribes. */
    subscribe(listen: () => void): () => void {
      listeners.add(listen)
      if (timer === undefined) {
        nextMs = performance.now() + frameMs
        schedule()
      }
      return () => void listeners.delete(listen)
    },
    [Symbol.dispose](): void {
      listeners.clear()
      clearTimeout(timer)
      timer = undefined
    },
  }
}
