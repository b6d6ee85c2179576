// Limits the time to wait for a promise.
/** Rejects with `late()` if `work` takes longer. The work itself continues, and its result is ignored. */
export async function withTimeout<T>(
  ms: number,
  work: Promise<T>,
  late = (): Error => new Error(`There was no response within ${ms} ms.`),
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late()), ms)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
