// Runs functions of the application, and reports what they throw.
import type { SipClock } from '../clock.ts'

/** Receives errors of the application, which are bugs. */
export type Failed = (error: unknown) => void

/**
 * The one place that runs handlers of the application, timers and ticks. What they throw, or reject with, is reported, so
 * it ends neither the call nor those of others; the result is undefined then.
 */
export function attempt<T>(run: () => T, failed: Failed): T | undefined {
  const report = (error: unknown): undefined => {
    try {
      failed(error)
    } catch (fault) {
      throwLater(fault)
    }
  }
  try {
    const result = run()
    return result instanceof Promise ? (result.catch(report) as T) : result
  } catch (error) {
    return report(error)
  }
}

/** Throws an error in the next turn of the event loop, where no call depends on what is left to do. */
export function throwLater(error: unknown): void {
  setImmediate(() => {
    throw error
  })
}

/** Handlers of which each call is an attempt. They may be set later. */
export function guarded<Handlers extends object>(handlers: Handlers, failed: Failed): Handlers {
  return new Proxy({} as Handlers, {
    get(_, name) {
      const handler: unknown = Reflect.get(handlers, name)
      if (typeof handler !== 'function') return handler
      return (...given: unknown[]) => attempt(() => Reflect.apply(handler, handlers, given), failed)
    },
  })
}

/** A clock of which each timer is an attempt. */
export const guardedClock = (clock: SipClock, failed: Failed): SipClock => ({
  now: () => clock.now(),
  after: (delayMs, run) => clock.after(delayMs, () => void attempt(run, failed)),
})
