// Tracks requests to finalize words. A vendor does not answer each of them.

interface Options {
  send(): void
  /** How long to wait for the answer. */
  waitMs(): number
  /** No answer arrived in time: the words that are known must be delivered now. */
  expired(): void
  /** Reports one answered request. */
  finalized(): void
}

/** A Finalize message, the position of the audio before it, and the number of requests that it answers. */
interface Pending {
  position: number
  answers: number
}

/** The answer ends a little before the audio that was sent before the Finalize message. */
const toleranceBytes = 800

export function createFinalizer({ send, waitMs, expired, finalized }: Options) {
  const pending: Pending[] = []
  let timer: NodeJS.Timeout | undefined

  function restartTimer(): void {
    clearTimeout(timer)
    timer = pending.length > 0 ? setTimeout(expire, waitMs()) : undefined
  }

  function expire(): void {
    const first = pending.shift()
    if (!first) return
    expired()
    answer(first)
    restartTimer()
  }

  function answer({ answers }: Pending): void {
    for (let count = 0; count < answers; count++) finalized()
  }

  return {
    /** While the connection is closed, requests are combined and sent by `resume`. */
    request(position: number, { answers, isOpen }: { answers: number; isOpen: boolean }): void {
      const last = pending.at(-1)
      if (last && (!isOpen || last.position === position)) {
        last.position = position
        last.answers += answers
        return
      }
      pending.push({ position, answers })
      if (!isOpen) return
      send()
      if (pending.length === 1) restartTimer()
    },
    /** Whether the audio of a request ends before the position. */
    isPendingBefore: (position: number): boolean => pending[0] !== undefined && pending[0].position <= position,
    /** All words before the position have been delivered. */
    settled(position: number, isAnswer: boolean): void {
      const reached = position + (isAnswer ? toleranceBytes : 0)
      const before = pending.length
      while (pending[0] && pending[0].position <= reached) answer(pending.shift()!)
      if (pending.length !== before) restartTimer()
    },
    /** The connection has closed. */
    pause(): void {
      clearTimeout(timer)
    },
    /** A new connection has received the audio again. */
    resume(): void {
      const last = pending.at(-1)
      if (!last) return
      const answers = pending.reduce((sum, entry) => sum + entry.answers, 0)
      pending.splice(0, pending.length, { position: last.position, answers })
      send()
      restartTimer()
    },
  }
}
