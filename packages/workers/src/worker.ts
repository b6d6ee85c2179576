// One thread or child process that is started on first use, answers requests, and is started again after it has ended.
import type { Reply } from './main.ts'
import { type StartedWorker, startProcess, startThread } from './start-worker.ts'
import { WorkerError } from './worker-error.ts'

export interface WorkerOptions {
  /** A module that exports `open`, which returns the function that answers requests. */
  script: URL
  /** Native code can end its process at any time, so it needs a process of its own. */
  kind: 'process' | 'thread'
  /** Returns the argument of `open` before each start. */
  prepare?(): unknown
  /** The limit of a process. */
  maxHeapMegabytes?: number
  /** The worker is ended if a request takes longer, including the requests before it. */
  timeoutMs: number
  /** Without requests for this time, the worker is ended. Default: it is kept. */
  idleMs?: number
  /** Called when the worker has lost its state, before its requests are rejected. No error: it was idle or closed. */
  onEnd?(error: WorkerError | undefined): void
}

export interface Worker extends AsyncDisposable {
  /**
   * Requests are answered in the order in which they are sent. Rejects with a `WorkerError` or a `DataCloneError`.
   * `timeoutMs`: default: that of the worker.
   */
  request<Result>(request: unknown, timeoutMs?: number): Promise<Result>
}

interface Pending {
  resolve(result: never): void
  reject(error: unknown): void
  timer: NodeJS.Timeout
}

interface Running {
  worker: StartedWorker
  pending: Map<number, Pending>
  /** The program and its data have been sent. */
  prepared: Promise<void>
  hasEnded: boolean
}

/** A worker that fails this often is not started again before a minute has passed since the first failure. */
const maxFailures = 5
const failuresMs = 60_000

export function openWorker(options: WorkerOptions): Worker {
  let running: Running | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let isClosed = false
  let lastId = 0
  let failures: { at: number; error: WorkerError }[] = []
  let ending: Promise<unknown> = Promise.resolve()

  function start(): Running {
    failures = failures.filter(({ at }) => at > Date.now() - failuresMs)
    if (failures.length >= maxFailures) {
      const { error } = failures.at(-1)!
      throw new WorkerError('ended', `The worker ended too often. ${error.message}`, { cause: error })
    }
    const listener = {
      received: (reply: Reply) => receive(started, reply),
      ended: (reason: string, cause?: unknown) =>
        fail(started, new WorkerError('ended', `The worker has ended: ${reason}.`, { cause })),
    }
    const worker = options.kind === 'process' ? startProcess(listener, options) : startThread(listener)
    const started: Running = { worker, pending: new Map(), prepared: prepare(worker), hasEnded: false }
    started.prepared.catch((cause) =>
      fail(started, new WorkerError('failed', 'The worker could not be prepared.', { cause })),
    )
    running = started
    return started
  }

  async function prepare(worker: StartedWorker): Promise<void> {
    const data = await options.prepare?.()
    worker.send({ script: options.script.href, data })
  }

  function receive(started: Running, reply: Reply): void {
    if ('fault' in reply) {
      fail(started, new WorkerError('ended', `The worker could not be started: ${reply.fault}.`))
      return
    }
    const pending = take(started, reply.id)
    if ('error' in reply) pending?.reject(new WorkerError('failed', reply.error))
    else pending?.resolve(reply.result as never)
  }

  function take(started: Running, id: number): Pending | undefined {
    const pending = started.pending.get(id)
    clearTimeout(pending?.timer)
    started.pending.delete(id)
    if (started.pending.size === 0 && !started.hasEnded) rest(started)
    return pending
  }

  /** An idle worker does not keep this process running. */
  function rest(started: Running): void {
    started.worker.setReferenced(false)
    clearTimeout(idleTimer)
    if (options.idleMs === undefined) return
    idleTimer = setTimeout(() => end(started, undefined), options.idleMs).unref()
  }

  function fail(started: Running, error: WorkerError): void {
    if (started.hasEnded) return
    failures.push({ at: Date.now(), error })
    end(started, error)
  }

  function end(started: Running, error: WorkerError | undefined): void {
    started.hasEnded = true
    running = undefined
    clearTimeout(idleTimer)
    options.onEnd?.(error)
    for (const { reject, timer } of started.pending.values()) {
      clearTimeout(timer)
      reject(error ?? closed())
    }
    started.pending.clear()
    ending = Promise.all([ending, started.worker.end()])
  }

  return {
    request(request, timeoutMs = options.timeoutMs) {
      if (isClosed) return Promise.reject(closed())
      let started: Running
      try {
        started = running ?? start()
      } catch (error) {
        return Promise.reject(error)
      }
      const { promise, resolve, reject } = Promise.withResolvers<never>()
      clearTimeout(idleTimer)
      started.worker.setReferenced(true)
      const timer = setTimeout(() => fail(started, new WorkerError('timeout', 'The worker took too long.')), timeoutMs)
      const id = ++lastId
      started.pending.set(id, { resolve, reject, timer })
      started.prepared
        .then(() => started.hasEnded || started.worker.send({ id, request }))
        .catch((error: unknown) => take(started, id)?.reject(error))
      return promise
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      if (running) end(running, undefined)
      await ending
    },
  }
}

const closed = () => new WorkerError('closed', 'The worker is closed.')
