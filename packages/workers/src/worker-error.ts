// The error of requests to a worker.
/**
 * `ended`: the worker could not be started or has ended, and a new one may answer the same request. `failed`: the
 * program threw an error.
 */
export type WorkerErrorCode = 'closed' | 'ended' | 'failed' | 'timeout'

export class WorkerError extends Error {
  readonly code: WorkerErrorCode

  constructor(code: WorkerErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'WorkerError'
    this.code = code
  }
}
