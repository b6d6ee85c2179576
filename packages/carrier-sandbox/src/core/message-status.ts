// The final statuses of a message.
import type { MessageStatus } from './state.ts'

const final: ReadonlySet<MessageStatus> = new Set([
  'delivered',
  'read',
  'undelivered',
  'failed',
  'canceled',
  'received',
])

/** `delivered` may still become `read`. */
export function isFinal(status: MessageStatus): boolean {
  return final.has(status)
}
