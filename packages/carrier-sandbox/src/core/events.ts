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
  return {
    publish(event: SandboxEvent): void {
      for (const listen of [...listeners]) listen(event)
    },
    /** Returns a function that unsubscribes. */
    subscribe(listen: (event: SandboxEvent) => void): () => void {
      listeners.add(listen)
      return () => void listeners.delete(listen)
    },
  }
}
