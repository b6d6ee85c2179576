// Finds the WhatsApp sender of an address.
import type { Exchange } from './exchange.ts'
import type { WhatsAppSender } from './state.ts'

export function findSender({ state }: Pick<Exchange, 'state'>, address: string): WhatsAppSender | undefined {
  for (const sender of state.senders.values()) if (sender.senderId === address) return sender
  return undefined
}

export function canSend({ status }: WhatsAppSender): boolean {
  return status === 'ONLINE' || status === 'ONLINE:UPDATING'
}
