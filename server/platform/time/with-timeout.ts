// A bound on waiting for work that may never end.

/** Rejects with `late()` when `work` takes longer; the work itself goes on, and nobody hears of it any more. */
export async function withTimeout<T>(
  ms: number,
  work: Promise<T>,
  late = (): Error => new Error(`There was no answer within ${ms} ms.`),
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late()), ms)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
