// A link whose sides are in the same process.
import type { AcceptLink, Link, LinkListener } from './link.ts'

interface Side {
  listener: LinkListener | undefined
}

/** Nothing is called before the caller has its link. */
export function connectLocally(request: string, listener: LinkListener, accept: AcceptLink): Link {
  const near: Side = { listener }
  const far: Side = { listener: undefined }
  const link = linkBetween(near, far)
  queueMicrotask(() => {
    const other = linkBetween(far, near)
    far.listener = accept(request, other)
    if (!far.listener) other.close()
  })
  return link
}

function linkBetween(own: Side, other: Side): Link {
  let isOpen = true
  return {
    send(message) {
      if (isOpen) queueMicrotask(() => other.listener?.received(message))
    },
    unsentBytes: () => 0,
    close() {
      if (!isOpen) return
      isOpen = false
      own.listener = undefined
      queueMicrotask(() => {
        const { listener } = other
        other.listener = undefined
        listener?.closed()
      })
    },
  }
}
