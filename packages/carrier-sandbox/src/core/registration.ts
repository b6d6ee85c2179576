// Registers senders: creating, verification if the settings require it, online.
import type { SandboxContext } from './context.ts'
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

/** Continues from the sender's current status. */
export function registerSender(context: SandboxContext, sender: WhatsAppSender): void {
  const { status } = sender
  const next = nextStatus(context, sender)
  if (!next) return
  context.scheduler.after(context.settings.delaysMs.registration, () => {
    if (sender.status === status) setSenderStatus(context, sender, next)
  })
}

/** A sender that goes online for the first time gets a quality rating and a limit of 250 customers per day. */
export function setSenderStatus(context: SandboxContext, sender: WhatsAppSender, status: SenderStatus): void {
  sender.status = status
  if (status === 'ONLINE') {
    sender.quality ??= 'HIGH'
    sender.messagingLimit ??= '250 Customers/24hr'
    sender.offlineReasons = null
    sender.lastTrafficAtMs = context.scheduler.nowMs()
  }
  context.state.saveSender(sender)
}

function nextStatus({ settings }: SandboxContext, { status }: WhatsAppSender): SenderStatus | undefined {
  if (status === 'CREATING') return settings.verifySenders ? 'PENDING_VERIFICATION' : 'ONLINE'
  return status === 'VERIFYING' || status === 'ONLINE:UPDATING' ? 'ONLINE' : undefined
}
