// Writes the items of many concurrent operations together, so that each write of the database serves many of them.

/**
 * Items that arrive while all writers are busy are written by the next one. `write` returns a result for each item, and
 * each caller waits for its own.
 */
export function createBatch<T, R>(
  write: (items: readonly T[]) => Promise<readonly R[]>,
  { writers = 2, most = 100 } = {},
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
      const batch = waiting.slice(0, most)
      waiting = waiting.slice(most)
      await writeAll(batch)
    }
    busy--
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
