// Limits the time to wait for a promise. The work itself continues, and its result is ignored.

/** Rejects with `late()` if `work` takes longer. */
export const withTimeout = <T>(
  ms: number,
  work: Promise<T>,
  late = (): Error => new Error(`There was no response within ${ms} ms.`),
): Promise<T> =>
  orAfter(ms, work, () => {
    throw late()
  })

/** Returns undefined if `work` takes longer. */
export const withPatience = <T>(ms: number, work: Promise<T>): Promise<T | undefined> =>
  orAfter(ms, work, () => undefined)

async function orAfter<T, L>(ms: number, work: Promise<T>, late: () => L): Promise<T | L> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  try {
    return await Promise.race([work, promise.then(late)])
  } finally {
    clearTimeout(timer)
  }
}
