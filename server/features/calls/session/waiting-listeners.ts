// People who connect while the session of the call is being opened: they wait until it is open.
import type { Link, LinkListener } from '#server/platform/links/link.ts'

type Connect<T> = (request: T, link: Link) => LinkListener | undefined

interface Waiting<T> {
  request: T
  link: Link
  listener: LinkListener | undefined
  isClosed: boolean
}

export function createWaitingListeners<T>() {
  const opening = new Map<string, Waiting<T>[]>()
  return {
    /** The session of this call is being opened. */
    begin(callUuid: string): void {
      opening.set(callUuid, [])
    },
    /** Undefined if no session of this call is being opened. */
    add(callUuid: string, request: T, link: Link): LinkListener | undefined {
      const all = opening.get(callUuid)
      if (!all) return undefined
      const waiting: Waiting<T> = { request, link, listener: undefined, isClosed: false }
      all.push(waiting)
      return {
        // A page sends nothing before the message `started`.
        received: (message) => waiting.listener?.received(message),
        closed() {
          waiting.isClosed = true
          waiting.listener?.closed()
        },
      }
    },
    /** Connects those who wait. Without `connect`, the session could not be opened. */
    end(callUuid: string, connect?: Connect<T>): void {
      const all = opening.get(callUuid) ?? []
      opening.delete(callUuid)
      for (const waiting of all) {
        if (waiting.isClosed) continue
        waiting.listener = connect?.(waiting.request, waiting.link)
        if (!waiting.listener) waiting.link.close()
      }
    },
  }
}
