// Publishes events of the sandbox to tests and to the control page.
import type { Call } from './calls.ts'
import type { Message, ResourceEvent } from './state.ts'

export type SandboxEvent =
  | { type: 'message'; message: Message }
  | { type: 'status'; message: Message }
  /** The message arrived on the recipient's phone. */
  | { type: 'arrived'; message: Message }
  | { type: 'typing'; from: string; to: string }
  | ResourceEvent
  | { type: 'call'; call: Call }
  | { type: 'request'; method: string; path: string; status: number | 'cut' }
  | { type: 'alarm'; code: number; text: string }
  | { type: 'clock'; turnedMs: number }
  | { type: 'token' }
  | { type: 'reset' }

export type Events = ReturnType<typeof createEvents>

export function createEvents() {
  const listeners = new Set<(event: SandboxEvent) => void>()
  const events = {
    publish(event: SandboxEvent): void {
      for (const listen of [...listeners]) listen(event)
    },
    /** Returns a function that unsubscribes. */
    subscribe(listen: (event: SandboxEvent) => void): () => void {
      listeners.add(listen)
      return () => void listeners.delete(listen)
    },
    /** Resolves with the first value that `find` returns for an event. Rejects after `withinMs` of real time. */
    first<T>(find: (event: SandboxEvent) => T | undefined, withinMs: number, message: string): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      const stop = events.subscribe((event) => {
        const found = find(event)
        if (found !== undefined) resolve(found)
      })
      const timer = setTimeout(() => reject(new Error(message)), withinMs)
      return promise.finally(() => {
        clearTimeout(timer)
        stop()
      })
    },
  }
  return events
}
