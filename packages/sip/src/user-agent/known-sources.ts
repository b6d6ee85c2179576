// Knows the addresses that the peers of calls and registered telephones send from.
import type { SipClock } from '../clock.ts'
import { parseAddress } from '../message/index.ts'
import type { RegistrarAnswer } from '../registration/index.ts'

export interface KnownSources {
  has(address: string): boolean
  /** A call has begun. */
  changed(): void
  /** A REGISTER from an address has this answer, which lists the leases of its telephones. */
  noteRegistration(address: string, answer: RegistrarAnswer): void
}

/** `has` is called for each packet of a flood, so the addresses of all calls are not collected each time. */
const collectAfterMs = 1_000
const maxRegistered = 10_000

export function createKnownSources(clock: SipClock, addressesOfCalls: () => Iterable<string>): KnownSources {
  const registeredUntilMs = new Map<string, number>()
  let ofCalls = new Set<string>()
  let collectedMs = Number.NEGATIVE_INFINITY

  return {
    has(address) {
      const nowMs = clock.now()
      if ((registeredUntilMs.get(address) ?? 0) > nowMs) return true
      if (nowMs - collectedMs >= collectAfterMs) {
        collectedMs = nowMs
        ofCalls = new Set(addressesOfCalls())
      }
      return ofCalls.has(address)
    },
    changed() {
      collectedMs = Number.NEGATIVE_INFINITY
    },
    noteRegistration(address, { status, headers }) {
      if (status >= 300) return
      const contacts = headers.filter(([name]) => name === 'Contact').map(([, value]) => parseAddress(value))
      const leases = contacts.map((contact) => Number(contact?.params.get('expires')) || 0)
      const untilMs = clock.now() + 1_000 * Math.max(0, ...leases)
      // Other telephones may share the address, so it stays known when one of them is removed.
      const longestMs = Math.max(untilMs, registeredUntilMs.get(address) ?? 0)
      registeredUntilMs.delete(address)
      registeredUntilMs.set(address, longestMs)
      if (registeredUntilMs.size > maxRegistered) registeredUntilMs.delete(registeredUntilMs.keys().next().value!)
    },
  }
}
