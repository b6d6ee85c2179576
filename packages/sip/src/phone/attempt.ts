// Runs functions of the application, and reports what they throw.

/** Errors are bugs of the application. They are reported, so that they end neither the call nor those of others. */
export function attempt<T>(run: () => T, failed: (error: unknown) => void): T | undefined {
  try {
    return run()
  } catch (error) {
    failed(error)
    return undefined
  }
}

/** Throws an error in the next turn of the event loop, where no call depends on what is left to do. */
export function throwLater(error: unknown): void {
  setImmediate(() => {
    throw error
  })
}
