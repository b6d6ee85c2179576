// The request or job that the running code works for, so that an error that nothing catches can be traced to it.
import { AsyncLocalStorage } from 'node:async_hooks'

export type Origin = { request: string; route: string | undefined } | { job: string; jobId: string }

const origins = new AsyncLocalStorage<Origin>()

export function runFor<T>(origin: Origin, work: () => T): T {
  return origins.run(origin, work)
}

/** Undefined for code that works for no request and no job. */
export function currentOrigin(): Origin | undefined {
  return origins.getStore()
}
