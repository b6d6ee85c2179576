// The request or job that the current code runs for, so that uncaught errors can be attributed to it.
import { AsyncLocalStorage } from 'node:async_hooks'

export type Origin = { request: string; route: string | undefined } | { job: string; jobId: string }

const origins = new AsyncLocalStorage<Origin>()

export function runFor<T>(origin: Origin, work: () => T): T {
  return origins.run(origin, work)
}

/** Undefined outside of requests and jobs. */
export function currentOrigin(): Origin | undefined {
  return origins.getStore()
}
