// Writes the items of many concurrent operations together, so that each write of the database serves many of them.

export interface BatchOptions<T> {
  writers?: number
  /** How many items are written together. */
  most?: number
  weigh?(item: T): number
  /** The limit for items that are written together. A heavier one is written alone. */
  maxWeight?: number
}

/**
 * Items that arrive while all writers are busy are written by the next one. `write` returns a result for each item, and
 * each caller waits for its own.
 */
export function createBatch<T, R>(
  write: (items: readonly T[]) => Promise<readonly R[]>,
  { writers = 2, most = 100, weigh = () => 0, maxWeight = Infinity }: BatchOptions<T> = {},
): (item: T) => Promise<R> {
  interface Waiting {
    item: T
    resolve(result: R): void
    reject(error: unknown): void
  }
  let waiting: Waiting[] = []
  let busy = 0

  async function run(): Promise<void> {
    busy++
    while (waiting.length > 0) {
      const batch = waiting.slice(0, nextCount())
      waiting = waiting.slice(batch.length)
      await writeAll(batch)
    }
    busy--
  }

  function nextCount(): number {
    let weight = 0
    for (const [index, { item }] of waiting.slice(0, most).entries()) {
      weight += weigh(item)
      if (weight > maxWeight && index > 0) return index
    }
    return Math.min(most, waiting.length)
  }

  /** An item that cannot be written must not fail the others. */
  async function writeAll(batch: readonly Waiting[]): Promise<void> {
    try {
      const results = await write(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]!)
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error)
      else for (const one of batch) await writeAll([one])
    }
  }

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<R>()
    waiting.push({ item, resolve, reject })
    if (busy < writers) void run()
    return promise
  }
}
