// People who connect with a call of this process before its session is open: they wait for it.
import type { Link, LinkListener } from '#server/platform/links/link.ts'
import type { ListenRequest } from '../call/listener.ts'
import type { Session } from './run-session.ts'

interface WaitingListener {
  request: ListenRequest
  link: Link
  connected: LinkListener | undefined
  isClosed: boolean
}

/** A session that is not open by then will not open later. */
const maxWaitMs = 10_000

export function createWaitingListeners() {
  /** By the UUID of the call. */
  const waiting = new Map<string, WaitingListener[]>()

  /** Without `connect`, the session could not be opened, and the listeners are disconnected. */
  function end(callUuid: string, connect?: Session['connectListener']): void {
    const listeners = waiting.get(callUuid) ?? []
    waiting.delete(callUuid)
    for (const listener of listeners) {
      if (listener.isClosed) continue
      listener.connected = connect?.(listener.request, listener.link)
      if (!listener.connected) listener.link.close()
    }
  }

  return {
    add(request: ListenRequest, link: Link): LinkListener {
      const { callUuid } = request
      const listener: WaitingListener = { request, link, connected: undefined, isClosed: false }
      const others = waiting.get(callUuid)
      if (others) others.push(listener)
      else {
        waiting.set(callUuid, [listener])
        setTimeout(() => end(callUuid), maxWaitMs).unref()
      }
      return {
        // What a page sends before the message `started` has no effect.
        received: (message) => listener.connected?.received(message),
        closed() {
          listener.isClosed = true
          listener.connected?.closed()
        },
      }
    },
    end,
  }
}
