// The request or job that the running code belongs to, for the log of fatal errors and for failpoints.
import { AsyncLocalStorage } from 'node:async_hooks'

export interface Origin {
  /** The operation, such as `conversations.sendMessage`; the path of a route outside the contract; or the job. */
  name: string | undefined
  logFields: { request: string; route: string | undefined } | { job: string; jobId: string }
}

const origins = new AsyncLocalStorage<Origin>()

export function runFor<T>(origin: Origin, work: () => T): T {
  return origins.run(origin, work)
}

/** Undefined outside requests and jobs. */
export function currentOrigin(): Origin | undefined {
  return origins.getStore()
}
