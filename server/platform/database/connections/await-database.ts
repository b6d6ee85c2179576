// Waits for a database that cannot be used yet, and says for what.
import { setTimeout } from 'node:timers/promises'
import type { Log } from '../../observability/log.ts'
import { type ConnectionFault, connectionFaultOf } from './connection-fault.ts'
import type { DatabaseTarget } from './connection-target.ts'

/** The message is for the operator. */
export class DatabaseUnavailable extends Error {}

export interface AwaitOptions {
  log: Log
  /** Each of its hosts is tried before the attempt counts as failed. */
  target: DatabaseTarget
  /** Faults that can pass are waited for until the signal is aborted. Without a signal, nothing is waited for. */
  waiting: AbortSignal | undefined
}

const retryMs = 500
const repeatLineMs = 10_000

/** `attempt` is safe to run again after it has failed. Throws `DatabaseUnavailable`, or the reason of the signal. */
export async function awaitDatabase<T>(attempt: () => Promise<T>, { log, target, waiting }: AwaitOptions): Promise<T> {
  const loggedAtMs = new Map<string, number>()
  for (;;) {
    const faults: ConnectionFault[] = []
    let error: unknown
    for (let tried = 0; tried < target.hosts.length; tried++) {
      waiting?.throwIfAborted()
      try {
        const result = await attempt()
        if (loggedAtMs.size > 0) log.info('the database can be used')
        return result
      } catch (failure) {
        const fault = findFault(failure)
        if (!fault) throw failure
        error = failure
        faults.push(fault)
      }
    }
    const reasons = new Set(faults.map(({ reason }) => reason))
    if (!waiting || !faults.some(({ passes }) => passes))
      throw new DatabaseUnavailable(`the database cannot be used. ${[...reasons].join(' ')}`, { cause: error })
    for (const reason of reasons) {
      if (performance.now() - (loggedAtMs.get(reason) ?? Number.NEGATIVE_INFINITY) < repeatLineMs) continue
      loggedAtMs.set(reason, performance.now())
      log.warn({ reason }, 'waiting for the database')
    }
    await setTimeout(retryMs, undefined, { signal: waiting })
  }
}

const maxCauses = 5

/** The fault of the error, or one that can pass of a statement that it has as its cause. */
function findFault(error: unknown): ConnectionFault | undefined {
  const fault = connectionFaultOf(error)
  let { cause } = error as Error
  for (let depth = 0; !fault && cause && depth < maxCauses; depth++, { cause } = cause as Error) {
    const causing = connectionFaultOf(cause)
    if (causing?.passes) return causing
  }
  return fault
}
