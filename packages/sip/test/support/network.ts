// A network in memory, which can lose, repeat, delay and reorder datagrams.
import type { SipClock } from '../../src/clock.ts'
import type { SipMessage } from '../../src/message/index.ts'
import type { Endpoint, Flow, Protocol, Target, Transport } from '../../src/transport/index.ts'

export interface SentMessage {
  message: SipMessage
  from: Endpoint
  to: Endpoint
  atMs: number
}

export interface Faults {
  /** 0 to 1, for datagrams alone. */
  loss: number
  duplication: number
  /** The longest delay, in milliseconds. Random delays reorder datagrams. */
  delayMs: number
  random(): number
}

export interface Network {
  attach(endpoint: Endpoint, received: (message: SipMessage, flow: Flow) => void): Transport
  /** Decides for each message whether it arrives. */
  filter: (sent: SentMessage) => boolean
  faults: Faults | undefined
  readonly sent: SentMessage[]
}

export function createNetwork(clock: SipClock): Network {
  const hosts = new Map<string, (message: SipMessage, flow: Flow) => void>()
  const keyOf = ({ address, port }: Endpoint) => `${address}:${port}`

  function deliver(message: SipMessage, from: Endpoint, to: Endpoint, protocol: Protocol): void {
    const flow: Flow = { protocol, remote: from, local: to }
    if (protocol !== 'udp') flow.connection = connectionOf(from, to)
    hosts.get(keyOf(to))?.(message, flow)
  }

  const connectionOf = (a: Endpoint, b: Endpoint) => [keyOf(a), keyOf(b)].sort().join('-')

  const network: Network = {
    filter: () => true,
    faults: undefined,
    sent: [],
    attach(endpoint, received) {
      hosts.set(keyOf(endpoint), received)
      return {
        async send(message, target: Target) {
          const to = { address: target.address, port: target.port }
          const sent = { message, from: endpoint, to, atMs: clock.now() }
          network.sent.push(sent)
          const isStream = target.protocol !== 'udp'
          if (isStream && !hosts.has(keyOf(to))) throw new Error('The connection was refused.')
          const { faults } = network
          const isLost = faults !== undefined && !isStream && faults.random() < faults.loss
          const copies = faults !== undefined && !isStream && faults.random() < faults.duplication ? 2 : 1
          for (let copy = 0; copy < copies; copy++) {
            const delayMs = faults === undefined ? 1 : isStream ? 10 : 1 + Math.floor(faults.random() * faults.delayMs)
            if (!isLost && network.filter(sent))
              clock.after(delayMs, () => deliver(message, endpoint, to, target.protocol))
          }
          const flow: Flow = { protocol: target.protocol, remote: to, local: endpoint }
          if (isStream) flow.connection = connectionOf(endpoint, to)
          return flow
        },
        localFor: () => endpoint,
        // One timer for each flow that is kept open, so that tests see those that are never released.
        keepAlive: () => clock.after(Number.MAX_SAFE_INTEGER, () => {}),
      }
    },
  }
  return network
}
