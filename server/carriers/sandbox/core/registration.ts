// How senders come online: creating, verified if asked for, online.
import type { Exchange } from './exchange.ts'
import { newSid } from './sids.ts'
import type { SenderStatus, WhatsAppSender } from './state.ts'

export function newSender(senderId: string, nowMs: number): WhatsAppSender {
  return {
    sid: newSid('XE'),
    senderId,
    status: 'CREATING',
    configuration: { waba_id: '100000000000001' },
    webhook: {},
    profile: {},
    quality: null,
    messagingLimit: null,
    offlineReasons: null,
    lastTrafficAtMs: nowMs,
  }
}

/** Goes on from whichever status the sender is in. */
export function registerSender(exchange: Exchange, sender: WhatsAppSender): void {
  const { status } = sender
  const next = nextStatus(exchange, sender)
  if (!next) return
  exchange.timetable.after(exchange.settings.delaysMs.registration, () => {
    if (sender.status === status) setSenderStatus(exchange, sender, next)
  })
}

/** Online, a sender has its quality and limit; a new one begins with 250 people a day. */
export function setSenderStatus(exchange: Exchange, sender: WhatsAppSender, status: SenderStatus): void {
  sender.status = status
  if (status === 'ONLINE') {
    sender.quality ??= 'HIGH'
    sender.messagingLimit ??= '250 Customers/24hr'
    sender.offlineReasons = null
    sender.lastTrafficAtMs = exchange.timetable.nowMs()
  }
  exchange.state.saveSender(sender)
  exchange.events.publish({ type: 'sender', sender })
}

function nextStatus({ settings }: Exchange, { status }: WhatsAppSender): SenderStatus | undefined {
  if (status === 'CREATING') return settings.verifySenders ? 'PENDING_VERIFICATION' : 'ONLINE'
  return status === 'VERIFYING' || status === 'ONLINE:UPDATING' ? 'ONLINE' : undefined
}
