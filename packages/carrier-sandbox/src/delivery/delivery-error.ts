// Finds the error that prevents a message's delivery when it leaves the queue.
import { numberOf } from '../core/addresses.ts'
import type { SandboxContext } from '../core/context.ts'
import { findSender, type Message, type Template, type WhatsAppSender } from '../core/state.ts'
import { needsApproval, requiresWindow } from '../templates/content-types.ts'
import { findMediaError } from './media-error.ts'

export const windowMs = 24 * 60 * 60 * 1_000
/** WhatsApp locks senders without traffic for this long. */
const lockedAfterMs = 30 * 24 * 60 * 60 * 1_000

export async function findDeliveryError(context: SandboxContext, message: Message): Promise<number | undefined> {
  if (message.channel === 'sms') return (await findMediaError(context, message)) === undefined ? undefined : 30008
  const sender = findSender(context, message.from)
  if (!sender) return 63001
  const code = senderError(context, sender)
  if (code !== undefined) return code
  const template = message.contentSid ? context.state.templates.get(message.contentSid) : undefined
  if (message.contentSid && !template) return 63005
  return (
    windowError(context, message, template) ??
    limitError(context, message, sender, template) ??
    (await findMediaError(context, message))
  )
}

/** Only messages from the customer open the window. */
export function isWindowOpen({ state, scheduler }: SandboxContext, sender: string, customer: string): boolean {
  const { lastInboundAtMs } = state.contact(sender, customer)
  return lastInboundAtMs !== null && scheduler.nowMs() - lastInboundAtMs < windowMs
}

function senderError(context: SandboxContext, sender: WhatsAppSender): number | undefined {
  const nowMs = context.scheduler.nowMs()
  if (sender.status !== 'OFFLINE' && nowMs - sender.lastTrafficAtMs > lockedAfterMs) {
    sender.status = 'OFFLINE'
    sender.offlineReasons = [{ code: '63051', message: 'The sender was idle for 30 days' }]
    context.state.saveSender(sender)
  }
  if (sender.status === 'OFFLINE') {
    const reason = Number(sender.offlineReasons?.[0]?.code)
    return [63001, 63020, 63051, 63112].includes(reason) ? reason : 63112
  }
  sender.lastTrafficAtMs = nowMs
  return undefined
}

function windowError(context: SandboxContext, message: Message, template: Template | undefined): number | undefined {
  const isOpen = isWindowOpen(context, message.from, message.to)
  if (!template) return isOpen ? undefined : 63016
  const { approval } = template
  if (isOpen && !needsApproval(template.types)) return undefined
  if (requiresWindow(template.types)) return 63016
  if (approval?.status === 'approved') return undefined
  return rejectionCodes[approval?.status ?? ''] ?? (isOpen ? 63013 : 63016)
}

const rejectionCodes: Readonly<Record<string, number>> = { rejected: 63040, paused: 63041, disabled: 63042 }

function limitError(context: SandboxContext, message: Message, sender: WhatsAppSender, template: Template | undefined) {
  const { settings, state, scheduler } = context
  const category = template?.approval?.status === 'approved' ? template.approval.category : undefined
  // Twilio distinguishes Canada and the Caribbean, which are in +1 too.
  const isInUs = numberOf(message.to).startsWith('+1')
  if (category === 'MARKETING' && settings.marketingToUs === 'refused' && isInUs) return 63049
  if (!template || isWindowOpen(context, message.from, message.to)) return undefined
  const nowMs = scheduler.nowMs()
  for (const [customer, atMs] of state.templateRecipients) {
    if (nowMs - atMs < windowMs) break
    state.templateRecipients.delete(customer)
  }
  const isFull = state.templateRecipients.size >= messagingLimitOf(sender) && !state.templateRecipients.has(message.to)
  if (settings.enforceMessagingLimit && isFull) return 63018
  // Deleting first keeps the map ordered by time.
  state.templateRecipients.delete(message.to)
  state.templateRecipients.set(message.to, nowMs)
  return undefined
}

/** Reads `250`, `1K`, `10K Customers/24hr` or `unlimited`; new senders without a limit may message 250 customers. */
function messagingLimitOf({ messagingLimit }: WhatsAppSender): number {
  if (messagingLimit === null) return 250
  if (/^unlimited/i.test(messagingLimit)) return Number.POSITIVE_INFINITY
  const [, digits = '250', thousand] = /^(\d+)\s*(k)?/i.exec(messagingLimit) ?? []
  return Number(digits) * (thousand ? 1_000 : 1)
}
