// Keeps the flows open that registrations and calls use, each once however many use it (RFC 5626, section 4.4.1).
import type { SipClock } from '../clock.ts'
import { targetOfFlow } from '../requests/next-hop.ts'
import type { Flow, Target } from '../transport/index.ts'

const udpMs = 25_000
const streamMs = 90_000

export function createKeepAlive(clock: SipClock, keepAlive: ((target: Target) => void) | undefined) {
  const held = new Map<string, { users: number; cancel(): void }>()

  return function hold(flow: Flow): () => void {
    if (keepAlive === undefined) return () => {}
    const { protocol, remote, connection } = flow
    const key = connection ?? `${protocol}:${remote.address}:${remote.port}`
    const entry = held.get(key) ?? begin(key, flow, keepAlive)
    entry.users++
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      entry.users--
      if (entry.users > 0) return
      entry.cancel()
      held.delete(key)
    }
  }

  function begin(key: string, flow: Flow, send: (target: Target) => void) {
    const target = targetOfFlow(flow, undefined)
    const periodMs = flow.protocol === 'udp' ? udpMs : streamMs
    let cancelNext: () => void
    const next = () => {
      cancelNext = clock.after(periodMs, () => {
        next()
        send(target)
      })
    }
    next()
    const entry = { users: 0, cancel: () => cancelNext() }
    held.set(key, entry)
    return entry
  }
}
