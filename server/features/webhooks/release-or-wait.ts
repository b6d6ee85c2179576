// Waiting for work that may take long without holding up the worker that began it.
import type { Log } from '#server/platform/observability/log.ts'

const patienceMs = 1000
const maxLetGo = 500

const letGo = new Set<Promise<void>>()

/**
 * Returns when the work is done or, after a second, while it goes on by itself: a worker runs few jobs at once, and
 * receivers that do not answer may be many. Only for work that is taken up again when its process dies.
 */
export async function releaseOrWait(work: Promise<void>, log: Log): Promise<void> {
  const patience = Promise.withResolvers<'over'>()
  const timer = setTimeout(() => patience.resolve('over'), patienceMs)
  try {
    if ((await Promise.race([work, patience.promise])) !== 'over') return
  } finally {
    clearTimeout(timer)
  }
  if (letGo.size >= maxLetGo) return work
  const going = work
    .catch((error) => log.warn({ error }, 'the end of a webhook attempt was not recorded'))
    .finally(() => letGo.delete(going))
  letGo.add(going)
}
