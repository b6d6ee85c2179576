// Waits for a promise, but not without limit.

/** Undefined if it takes longer. */
export async function withPatience<T>(promise: Promise<T>, maxMs: number): Promise<T | undefined> {
  const tooLong = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => tooLong.resolve(undefined), maxMs)
  try {
    return await Promise.race([promise, tooLong.promise])
  } finally {
    clearTimeout(timer)
  }
}
