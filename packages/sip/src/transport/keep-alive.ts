// Keeps the flows open that registrations and calls use, each once however many use it (RFC 5626, section 4.4).
import type { SipClock } from '../clock.ts'
import type { Flow, Target } from './transport.ts'

const udpMs = 25_000

export function createKeepAlive(clock: SipClock, sendEmptyDatagram: (target: Target) => void) {
  const kept = new Map<string, { users: number; stop(): void }>()

  function keep(target: Target): () => void {
    const key = keyOf(target.protocol, target, target.connection)
    const entry = kept.get(key) ?? { users: 0, stop: target.protocol === 'udp' ? repeat(target) : () => {} }
    kept.set(key, entry)
    entry.users++
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      entry.users--
      if (entry.users > 0) return
      entry.stop()
      kept.delete(key)
    }
  }

  function repeat(target: Target): () => void {
    let cancel = (): void => {}
    const send = (): void => {
      sendEmptyDatagram(target)
      cancel = clock.after(udpMs, send)
    }
    send()
    return () => cancel()
  }

  return {
    keep,
    isKept: ({ protocol, remote, connection }: Flow): boolean => kept.has(keyOf(protocol, remote, connection)),
    stop(): void {
      for (const entry of kept.values()) entry.stop()
    },
  }
}

/** The connection of a UDP flow is its socket, which does not identify the flow. */
const keyOf = (protocol: string, { address, port }: Pick<Target, 'address' | 'port'>, connection = ''): string =>
  `${protocol} ${address} ${port} ${connection}`
