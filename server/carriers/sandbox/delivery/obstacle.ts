// What keeps a message from a person, found once it leaves the queue: the error number of the callback.
import { isInUs, numberOf } from '../core/addresses.ts'
import type { Exchange } from '../core/exchange.ts'
import { findSender } from '../core/find-sender.ts'
import type { Message, Template, WhatsAppSender } from '../core/state.ts'
import { isNeverSentFirst, needsApproval } from '../templates/types.ts'
import { findMediaFault } from './media-fault.ts'
import { messagingLimitOf } from './messaging-limit.ts'

export const windowMs = 24 * 60 * 60 * 1_000
/** The network locks a number that was silent for so long. */
const lockedAfterMs = 30 * 24 * 60 * 60 * 1_000

export async function findObstacle(exchange: Exchange, message: Message): Promise<number | undefined> {
  if (message.channel === 'sms') return (await findMediaFault(exchange, message)) === undefined ? undefined : 30008
  const sender = findSender(exchange, message.from)
  if (!sender) return 63001
  const code = senderFault(exchange, sender)
  if (code !== undefined) return code
  const template = message.contentSid ? exchange.state.templates.get(message.contentSid) : undefined
  if (message.contentSid && !template) return 63005
  return (
    windowFault(exchange, message, template) ??
    reachFault(exchange, message, sender, template) ??
    (await findMediaFault(exchange, message))
  )
}

/** The window by what the person sent alone: no template opens it. */
export function isWindowOpen({ state, timetable }: Exchange, sender: string, person: string): boolean {
  const { lastInboundAtMs } = state.acquaintance(sender, person)
  return lastInboundAtMs !== null && timetable.nowMs() - lastInboundAtMs < windowMs
}

function senderFault(exchange: Exchange, sender: WhatsAppSender): number | undefined {
  const nowMs = exchange.timetable.nowMs()
  if (sender.status !== 'OFFLINE' && nowMs - sender.lastTrafficAtMs > lockedAfterMs) {
    sender.status = 'OFFLINE'
    sender.offlineReasons = [{ code: '63051', message: 'The sender was idle for 30 days' }]
    exchange.state.saveSender(sender)
    exchange.events.publish({ type: 'sender', sender })
  }
  if (sender.status === 'OFFLINE') {
    const reason = Number(sender.offlineReasons?.[0]?.code)
    return [63001, 63020, 63051, 63112].includes(reason) ? reason : 63112
  }
  sender.lastTrafficAtMs = nowMs
  return undefined
}

function windowFault(exchange: Exchange, message: Message, template: Template | undefined): number | undefined {
  const isOpen = isWindowOpen(exchange, message.from, message.to)
  if (!template) return isOpen ? undefined : 63016
  const { approval } = template
  if (isOpen && !needsApproval(template.types)) return undefined
  if (isNeverSentFirst(template.types)) return 63016
  switch (approval?.status) {
    case 'approved':
      return undefined
    case 'rejected':
      return 63040
    case 'paused':
      return 63041
    case 'disabled':
      return 63042
    default:
      return isOpen ? 63013 : 63016
  }
}

function reachFault(
  exchange: Exchange,
  message: Message,
  sender: WhatsAppSender,
  template: Template | undefined,
): number | undefined {
  const { settings, state, timetable } = exchange
  const category = template?.approval?.status === 'approved' ? template.approval.category : undefined
  if (category === 'MARKETING' && settings.marketingToUs === 'refused' && isInUs(numberOf(message.to))) return 63049
  if (!template || isWindowOpen(exchange, message.from, message.to)) return undefined
  const nowMs = timetable.nowMs()
  for (const [person, atMs] of state.reached) {
    if (nowMs - atMs < windowMs) break
    state.reached.delete(person)
  }
  const isFull = state.reached.size >= messagingLimitOf(sender) && !state.reached.has(message.to)
  if (settings.enforceMessagingLimit && isFull) return 63018
  // Deleted first, so that the map stays in the order of time.
  state.reached.delete(message.to)
  state.reached.set(message.to, nowMs)
  return undefined
}
