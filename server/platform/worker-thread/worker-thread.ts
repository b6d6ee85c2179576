// One worker thread that is started on first use, answers requests, and is started again after it has ended.
import { type ResourceLimits, type TransferListItem, Worker } from 'node:worker_threads'
import { OutsideError } from '../outside-error.ts'
import type { Reply } from './answer-requests.ts'

export interface WorkerThreadOptions {
  /** Calls `answerRequests`. */
  script: URL
  workerData?: unknown
  resourceLimits?: ResourceLimits
  /** The thread is ended if a request takes longer, including the requests before it. */
  timeoutMs: number
  /** Without requests for this time, the thread is ended. Default: it is kept. */
  idleMs?: number
  /** The code of failures. */
  failureCode: string
  /** Called when the thread has ended and lost its state, before its requests are rejected. */
  onEnd?(): void
}

export interface WorkerThread extends AsyncDisposable {
  /** Requests are answered in the order in which they are sent. Rejects with a retryable `OutsideError`, or a `DataCloneError`. */
  request<R>(request: unknown, transfer?: readonly TransferListItem[]): Promise<R>
}

interface Pending {
  resolve(result: never): void
  reject(error: unknown): void
  timer: NodeJS.Timeout
}

interface Running {
  worker: Worker
  pending: Map<number, Pending>
  hasEnded: boolean
}

export function openWorkerThread(options: WorkerThreadOptions): WorkerThread {
  let running: Running | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let isClosed = false
  let lastId = 0

  const failure = (message: string, cause?: unknown) =>
    new OutsideError(options.failureCode, message, { retryable: true, cause })

  function start(): Running {
    const { script, workerData, resourceLimits } = options
    const execArgv = ['--disable-warning=ExperimentalWarning']
    const worker = new Worker(script, { workerData, resourceLimits, execArgv })
    const thread: Running = { worker, pending: new Map(), hasEnded: false }
    worker.on('message', (reply: Reply) => settle(thread, reply))
    worker.on('error', (error) => void end(thread, failure('The worker thread failed.', error)))
    worker.on('exit', () => void end(thread, failure('The worker thread has ended.')))
    running = thread
    return thread
  }

  function settle(thread: Running, reply: Reply): void {
    const pending = thread.pending.get(reply.id)
    if (!pending) return
    clearTimeout(pending.timer)
    thread.pending.delete(reply.id)
    if (thread.pending.size === 0) rest(thread)
    if ('error' in reply) pending.reject(failure('The worker thread could not answer.', reply.error))
    else pending.resolve(reply.result as never)
  }

  /** An idle thread does not keep the process running. */
  function rest(thread: Running): void {
    thread.worker.unref()
    clearTimeout(idleTimer)
    if (options.idleMs === undefined) return
    idleTimer = setTimeout(() => void end(thread, failure('The worker thread was idle.')), options.idleMs)
    idleTimer.unref()
  }

  function end(thread: Running, error: OutsideError): Promise<unknown> {
    if (thread.hasEnded) return Promise.resolve()
    thread.hasEnded = true
    clearTimeout(idleTimer)
    running = undefined
    options.onEnd?.()
    for (const { reject, timer } of thread.pending.values()) {
      clearTimeout(timer)
      reject(error)
    }
    thread.pending.clear()
    return thread.worker.terminate()
  }

  return {
    request(request, transfer = []) {
      if (isClosed) return Promise.reject(failure('The worker thread is closed.'))
      const { promise, resolve, reject } = Promise.withResolvers<never>()
      let thread: Running
      try {
        thread = running ?? start()
      } catch (error) {
        return Promise.reject(failure('The worker thread could not be started.', error))
      }
      const id = ++lastId
      try {
        thread.worker.postMessage({ id, request }, transfer)
      } catch (error) {
        if (thread.pending.size === 0) rest(thread)
        return Promise.reject(error)
      }
      clearTimeout(idleTimer)
      thread.worker.ref()
      const timer = setTimeout(() => void end(thread, failure('The worker thread took too long.')), options.timeoutMs)
      thread.pending.set(id, { resolve, reject, timer })
      return promise
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      if (running) await end(running, failure('The worker thread is closed.'))
    },
  }
}
