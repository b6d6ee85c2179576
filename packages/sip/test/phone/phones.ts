// Opens telephones on the loopback interface, and waits for what happens to their calls.
import { EventEmitter, once } from 'node:events'
import { openPhone, type PhoneCallEvents, type PhoneOptions } from '../../src/phone/index.ts'

/** A range outside the ephemeral ports, for all telephones of all tests of one process. */
export const media = { address: '127.0.0.1', first: 24_000, last: 29_999 }

export const openTestPhone = (options: Partial<PhoneOptions> = {}) =>
  openPhone({
    udp: [{ address: '127.0.0.1', port: 0 }],
    media,
    trusts: () => true,
    failed: (error) => {
      throw error
    },
    ...options,
  })

/** Records the events of a call by name, and resolves when one occurs. */
export function watch(events: PhoneCallEvents = {}) {
  const emitter = new EventEmitter()
  const seen: string[] = []
  const happened = (name: string, value: unknown): void => {
    seen.push(name)
    emitter.emit(name, value)
  }
  const handlers: PhoneCallEvents = {
    ...events,
    ringing: (status) => happened('ringing', status),
    answered: () => happened('answered', undefined),
    key: (key) => happened(`key ${key}`, key),
    held: (isHeld) => happened(isHeld ? 'held' : 'resumed', isHeld),
    ended: (end) => happened('ended', end),
  }
  const until = async (name: string, withinMs = 5_000): Promise<unknown> => {
    if (seen.includes(name)) return undefined
    const signal = AbortSignal.timeout(withinMs)
    return once(emitter, name, { signal }).then(
      ([value]) => value,
      () => {
        throw new Error(`No ${name} within ${withinMs} ms, only ${seen.join(', ')}.`)
      },
    )
  }
  return { handlers, seen, until }
}
