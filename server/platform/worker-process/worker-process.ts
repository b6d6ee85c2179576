// A child process for native code, whose failures are errors of an outside service.
import { openWorker, type Worker, WorkerError, type WorkerOptions } from '@parley/workers'
import type { Log } from '../observability/log.ts'
import { OutsideError } from '../outside-error.ts'

export interface WorkerProcessOptions extends Omit<WorkerOptions, 'kind'> {
  /** The code of failures, which are retryable. */
  failureCode: string
  log?: Pick<Log, 'error'> | undefined
}

export function openWorkerProcess({ failureCode, log, ...options }: WorkerProcessOptions): Worker {
  const worker = openWorker({
    ...options,
    kind: 'process',
    onEnd(error) {
      if (error) log?.error({ error, script: options.script.pathname }, 'a worker process has ended')
      options.onEnd?.(error)
    },
  })
  return {
    request: (request) =>
      worker.request<never>(request).catch((error: unknown) => {
        if (!(error instanceof WorkerError)) throw error
        throw new OutsideError(failureCode, error.message, { retryable: true, cause: error })
      }),
    [Symbol.asyncDispose]: () => worker[Symbol.asyncDispose](),
  }
}

/** Whether the process ended before it answered, so a new one may answer the same request. */
export const hasProcessEnded = (error: unknown): boolean =>
  error instanceof OutsideError && error.cause instanceof WorkerError && error.cause.code === 'ended'
