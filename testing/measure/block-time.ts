// Measures how long a piece of work blocks the event loop.
/**
 * Returns `blockMs`, an upper bound of the longest time for which the work blocked the event loop, in processor time,
 * which load does not affect. The processor time of the whole work is an upper bound, and nearly always enough. Work that exceeds `limitMs` is
 * repeated while each turn of the event loop is measured; the best attempt counts, because compilation, garbage
 * collection and other work disturb single ones. The value is that of the first attempt.
 */
export async function timed<T>(limitMs: number, work: () => Promise<T>): Promise<{ value: T; blockMs: number }> {
  const before = cpuMs()
  const value = await work()
  let blockMs = cpuMs() - before
  for (let attempt = 1; blockMs > limitMs && attempt < 8; attempt++)
    blockMs = Math.min(blockMs, await longestTurn(work))
  return { value, blockMs }
}

async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longestMs = 0
  let before = cpuMs()
  const measure = (): void => {
    const now = cpuMs()
    longestMs = Math.max(longestMs, now - before)
    before = now
  }
  let next = setImmediate(function turn() {
    measure()
    next = setImmediate(turn)
  })
  try {
    await work()
  } finally {
    clearImmediate(next)
  }
  measure()
  return longestMs
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
