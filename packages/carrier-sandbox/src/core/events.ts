// Publishes events of the sandbox to tests and to the control page.
import type { Message, Template, WhatsAppSender } from './state.ts'

export type SandboxEvent =
  | { type: 'message'; message: Message }
  | { type: 'status'; message: Message }
  /** The message arrived on the recipient's phone. */
  | { type: 'arrived'; message: Message }
  | { type: 'typing'; from: string; to: string }
  | { type: 'template'; template: Template }
  | { type: 'sender'; sender: WhatsAppSender }
  | { type: 'request'; method: string; path: string; status: number | 'cut' }
  | { type: 'alarm'; code: number; text: string }
  | { type: 'clock'; turnedMs: number }
  | { type: 'token' }
  | { type: 'reset' }

export interface Events {
  publish(event: SandboxEvent): void
  /** Returns a function that unsubscribes. */
  subscribe(listen: (event: SandboxEvent) => void): () => void
}

export function createEvents(): Events {
  const listeners = new Set<(event: SandboxEvent) => void>()
  return {
    publish(event) {
      for (const listen of [...listeners]) listen(event)
    },
    subscribe(listen) {
      listeners.add(listen)
      return () => void listeners.delete(listen)
    },
  }
}
