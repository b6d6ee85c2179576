// The order of work for a packet: its size, a look at its bytes, the admission, and only then parsing.
import { createHash } from 'node:crypto'
import { headerOf, isRequest, type SipRequest, type SipResponse } from '../message/message.ts'
import { type MessageFault, parseMessage } from '../message/parse.ts'
import { respond } from '../message/respond.ts'
import { peek } from './peek.ts'
import { responseTarget, stampReceived } from './response-target.ts'
import { isStun } from './stun.ts'
import type { Flow, Target, TransportListener } from './transport.ts'

/** What is known about a message before it is parsed. */
export interface Packet {
  flow: Flow
  /** The method of a request; undefined for a response. */
  method?: string
  bytes: Uint8Array
}

/** How many packets have arrived and why some were dropped. */
export interface PacketCounts {
  received: number
  /** Longer than 8 KiB in a datagram. */
  tooLong: number
  /** No SIP message, no Via, or a known scanner. */
  unreadable: number
  notAdmitted: number
  /** Not well-formed; requests among them are answered. */
  faulty: number
}

export interface ReceiverOptions {
  listener: TransportListener
  admit(packet: Packet): boolean
  answer(response: SipResponse, target: Target): void
  /** An error in the listener, which is a bug, and does not end the process. */
  failed(error: unknown): void
}

const maxDatagramBytes = 8_192

export function createReceiver({ listener, admit, answer, failed }: ReceiverOptions) {
  const counts: PacketCounts = { received: 0, tooLong: 0, unreadable: 0, notAdmitted: 0, faulty: 0 }

  function receive(bytes: Uint8Array, flow: Flow): void {
    counts.received++
    if (flow.protocol === 'udp' && bytes.length > maxDatagramBytes) {
      counts.tooLong++
      return
    }
    const seen = peek(bytes)
    if (seen === undefined) {
      // Keep-alives and STUN answers have no SIP message, and are no fault.
      if (bytes.length > 4 && !isStun(bytes)) counts.unreadable++
      return
    }
    if (!admit({ flow, bytes, method: seen.method })) {
      counts.notAdmitted++
      return
    }
    const parsed = parseMessage(bytes)
    if ('fault' in parsed) {
      counts.faulty++
      refuse(parsed.fault, flow)
      return
    }
    const { message } = parsed
    try {
      listener.received(isRequest(message) ? stampReceived(message, flow) : message, flow)
    } catch (error) {
      failed(error)
    }
  }

  function refuse({ status, reason, request }: MessageFault, flow: Flow): void {
    if (status === undefined || request === undefined) return
    const stamped = stampReceived(request, flow)
    answer(respond(stamped, status, { reason, toTag: statelessTag(stamped) }), responseTarget(stamped, flow))
  }

  return { receive, counts }
}

/** A request that is repeated gets the same tag, though nothing is stored (RFC 3261, section 8.2.7). */
function statelessTag(request: SipRequest): string {
  const text = ['Via', 'From', 'Call-ID', 'CSeq'].map((name) => headerOf(request, name) ?? '').join('\n')
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
