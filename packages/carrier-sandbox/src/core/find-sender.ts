// Finds the WhatsApp sender with an address.
import type { SandboxContext } from './context.ts'
import type { WhatsAppSender } from './state.ts'

export function findSender({ state }: Pick<SandboxContext, 'state'>, address: string): WhatsAppSender | undefined {
  for (const sender of state.senders.values()) if (sender.senderId === address) return sender
  return undefined
}

export function canSend({ status }: WhatsAppSender): boolean {
  return status === 'ONLINE' || status === 'ONLINE:UPDATING'
}
