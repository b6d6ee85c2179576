// The port between the stack and the network, which tests implement in memory.
import type { SipMessage } from '../message/message.ts'

export type Protocol = 'udp' | 'tcp' | 'tls'

export interface Endpoint {
  /** An IP address, without brackets. */
  address: string
  port: number
}

/** Where a message is sent. */
export interface Target extends Endpoint {
  protocol: Protocol
  /** The name that the certificate must have (RFC 5922), with TLS. */
  serverName?: string
  /** An open connection, or a UDP socket, to use if it still exists; otherwise, one is chosen by the address. */
  connection?: string
}

/** How a message has arrived. */
export interface Flow {
  protocol: Protocol
  remote: Endpoint
  local: Endpoint
  /** Identifies the connection of TCP and TLS, or the socket of UDP. */
  connection?: string
}

export interface TransportListener {
  received(message: SipMessage, flow: Flow): void
}

export interface Transport {
  /**
   * Sends a message. Resolves with the flow once the network has taken it, and rejects if it did not: no connection, a
   * certificate that does not fit, an ICMP error.
   */
  send(message: SipMessage, target: Target): Promise<Flow>
  /** The address that Via and Contact name for messages to this target. */
  localFor(target: Target): Endpoint
  /**
   * Keeps the flow to a target open until the returned function is called: over UDP, the binding of a NAT, with an empty
   * datagram every 25 s; over TCP and TLS, the connection of the target, although it is idle.
   */
  keepAlive(target: Target): () => void
}
