// Sends requests that are too large for UDP over TCP, and over UDP if the peer does not accept TCP.
import type { SipClock } from '../clock.ts'
import { headerOf, isRequest, type SipMessage } from '../message/message.ts'
import { formatVia, parseVia } from '../message/via.ts'
import { writeMessage } from '../message/write.ts'
import type { Endpoint, Flow, Target } from './transport.ts'

export interface LargeRequestOptions {
  clock: SipClock
  localFor(target: Target): Endpoint
  sendUdp(bytes: Uint8Array, target: Target): Promise<Flow>
  /** Opens a connection within `openMs` if there is none. */
  sendTcp(bytes: Uint8Array, target: Target, openMs: number): Promise<Flow>
}

// RFC 3261, section 18.1.1: the limit if the MTU of the path is unknown.
const maxUdpBytes = 1_300
// A peer that drops the packets of TCP must not hold up a call.
const openMs = 1_000
const rememberMs = 600_000
const maxRemembered = 1_000

/** Sends messages to targets with the protocol UDP. */
export function createUdpSender({ clock, localFor, sendUdp, sendTcp }: LargeRequestOptions) {
  /** Peers without TCP, and until when they are not tried again. */
  const refused = new Map<string, number>()

  return async (message: SipMessage, target: Target): Promise<Flow> => {
    const bytes = writeMessage(message)
    const key = `${target.address} ${target.port}`
    const isSmall = bytes.length <= maxUdpBytes || !isRequest(message)
    if (isSmall || (refused.get(key) ?? Number.NEGATIVE_INFINITY) > clock.now()) return sendUdp(bytes, target)
    const overTcp: Target = { protocol: 'tcp', address: target.address, port: target.port }
    try {
      return await sendTcp(writeMessage(withTcpVia(message, localFor(overTcp))), overTcp, openMs)
    } catch {
      refused.delete(key)
      refused.set(key, clock.now() + rememberMs)
      if (refused.size > maxRemembered) refused.delete(refused.keys().next().value!)
      return sendUdp(bytes, target)
    }
  }
}

/** The top Via names the protocol that is used (RFC 3261, section 18.1.1). */
function withTcpVia<Message extends SipMessage>(message: Message, { address, port }: Endpoint): Message {
  const via = parseVia(headerOf(message, 'Via') ?? '')
  if (via === undefined) return message
  const top = message.headers.findIndex(([name]) => name === 'Via')
  const value = formatVia({ ...via, protocol: 'TCP', host: address, port })
  return { ...message, headers: message.headers.with(top, ['Via', value]) }
}
