// Limits how many extraction processes this process runs at the same time.
import type { DocumentType } from '../documents/document.ts'

/** Websites wait for their hosts most of the time, so they have slots of their own. */
const slots = { website: 4, file: 2 }

const active = { website: 0, file: 0 }
const waiting: Record<keyof typeof slots, (() => void)[]> = { website: [], file: [] }

/** Throws the reason of the signal if it aborts while waiting. */
export async function withExtractor<T>(type: DocumentType, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const kind = type === 'website' ? 'website' : 'file'
  if (active[kind] >= slots[kind]) await turnOf(waiting[kind], signal)
  else active[kind]++
  try {
    return await work()
  } finally {
    const next = waiting[kind].shift()
    if (next) next()
    else active[kind]--
  }
}

function turnOf(queue: (() => void)[], signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const begin = (): void => {
      signal.removeEventListener('abort', giveUp)
      resolve()
    }
    const giveUp = (): void => {
      queue.splice(queue.indexOf(begin), 1)
      reject(signal.reason)
    }
    signal.addEventListener('abort', giveUp, { once: true })
    queue.push(begin)
  })
}
