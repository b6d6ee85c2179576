// A small pool of workers that are started on first use and ended when they are idle.
import { openWorker, type Worker, WorkerError, type WorkerOptions } from '@parley/workers'
import { SpeechError } from './speech-error.ts'

export interface WorkerPoolOptions extends WorkerOptions {
  size: number
  /** Default: two minutes. */
  idleMs?: number
  /** Requests beyond this number that would have to wait are refused. */
  maxWaiting: number
}

export interface RunOptions {
  signal?: AbortSignal | undefined
  /** When the result is needed, in the milliseconds of `performance.now()`. Default: now. */
  neededAt?: number | undefined
  /** Counts from when a worker receives the request. Default: that of the pool. */
  timeoutMs?: number | undefined
}

/** The request whose result is needed first is served first; of two with the same time, the earlier one. */
export interface WorkerPool<Request, Result> extends AsyncDisposable {
  /** Rejects with a `SpeechError`, or with the signal's reason. An aborted request that runs is finished and ignored. */
  run(request: Request, options?: RunOptions): Promise<Result>
  /** Starts a worker with this request, unless one has been started and has not ended. Never throws. */
  prepare(request: Request, options?: Pick<RunOptions, 'timeoutMs'>): void
  /** How many requests are served before another one; 0 if that would be served at once. */
  backlog(): number
}

const defaultIdleMs = 120_000

interface Job<Result> {
  request: unknown
  neededAt: number
  timeoutMs: number | undefined
  resolve(result: Result): void
  reject(error: unknown): void
}

export function openWorkerPool<Request, Result>(options: WorkerPoolOptions): WorkerPool<Request, Result> {
  const { size, maxWaiting, idleMs = defaultIdleMs, ...workerOptions } = options
  const workers: Worker[] = []
  /** The last one is used first. */
  const idle: Worker[] = []
  const waiting = new Set<Job<Result>>()
  let isClosed = false
  /** Whether a request was made since a worker has ended. */
  let isPrepared = false

  function onEnd(error: WorkerError | undefined): void {
    isPrepared = false
    workerOptions.onEnd?.(error)
  }

  function serveNext(): void {
    while (waiting.size > 0) {
      if (idle.length === 0 && workers.length < size) {
        const worker = openWorker({ ...workerOptions, idleMs, onEnd })
        workers.push(worker)
        idle.push(worker)
      }
      const worker = idle.pop()
      if (!worker) return
      const job = [...waiting].reduce((first, other) => (other.neededAt < first.neededAt ? other : first))
      waiting.delete(job)
      void serve(worker, job)
    }
  }

  async function serve(worker: Worker, { request, timeoutMs, resolve, reject }: Job<Result>): Promise<void> {
    try {
      resolve(await worker.request<Result>(request, timeoutMs))
      idle.push(worker)
    } catch (error) {
      reject(speechErrorOf(error))
      // The others have loaded their model, which this one may have to load again.
      idle.unshift(worker)
    }
    serveNext()
  }

  const pool: WorkerPool<Request, Result> = {
    run(request, { signal, neededAt = performance.now(), timeoutMs } = {}) {
      isPrepared = true
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      if (isClosed) return Promise.reject(new SpeechError('closed', 'The pool is closed.'))
      if (signal?.aborted) return Promise.reject(signal.reason)
      if (waiting.size >= maxWaiting) return Promise.reject(new SpeechError('busy', 'Too many requests are waiting.'))
      const job: Job<Result> = { request, neededAt, timeoutMs, resolve, reject }
      const abort = () => {
        waiting.delete(job)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', abort, { once: true })
      waiting.add(job)
      serveNext()
      return promise.finally(() => signal?.removeEventListener('abort', abort))
    },
    prepare(request, options) {
      if (isPrepared) return
      pool.run(request, options).catch(() => {
        isPrepared = false
      })
    },
    backlog: () => (workers.length < size || idle.length > 0 ? waiting.size : waiting.size + 1),
    async [Symbol.asyncDispose]() {
      isClosed = true
      for (const job of waiting) job.reject(new SpeechError('closed', 'The pool is closed.'))
      waiting.clear()
      await Promise.all(workers.map((worker) => worker[Symbol.asyncDispose]()))
    },
  }
  return pool
}

function speechErrorOf(error: unknown): unknown {
  if (!(error instanceof WorkerError)) return error
  return new SpeechError(error.code === 'ended' ? 'worker_ended' : error.code, error.message, { cause: error })
}
