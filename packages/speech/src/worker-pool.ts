// A small pool of workers that are started on first use and replaced when they end.
import type { Answer } from './answer-requests.ts'
import { SpeechError } from './speech-error.ts'
import { type RunningWorker, startProcess, startThread } from './start-worker.ts'

export interface WorkerPoolOptions {
  /** Calls `answerRequests`. */
  script: URL
  /** Workers are processes instead of threads, and `prepare` has no effect. For native code. */
  isNative?: boolean
  size: number
  /** Requests beyond this number that would have to wait are refused. */
  maxWaiting: number
  /** The worker of a request that takes longer is ended. */
  timeoutMs: number
  /** The `workerData` of every worker. */
  prepare?(): Promise<unknown>
}

/** Requests are served in order. */
export interface WorkerPool<Request, Result> extends AsyncDisposable {
  /** Rejects with a `SpeechError`, or with the signal's reason. An aborted request that runs is finished and ignored. */
  run(request: Request, signal?: AbortSignal): Promise<Result>
  /** Whether a request would be served at once. */
  isIdle(): boolean
}

interface Job {
  request: unknown
  resolve(result: never): void
  reject(error: unknown): void
}

interface Member {
  worker?: RunningWorker
  job?: Job | undefined
  timer?: NodeJS.Timeout | undefined
}

export function openWorkerPool<Request, Result>(options: WorkerPoolOptions): WorkerPool<Request, Result> {
  const members = new Set<Member>()
  const waiting = new Set<Job>()
  let isClosed = false

  function serveNext(): void {
    for (const job of waiting) {
      const free = [...members].find((member) => !member.job)
      if (!free && members.size >= options.size) return
      waiting.delete(job)
      if (free) give(free, job)
      else void start(job)
    }
  }

  async function start(job: Job): Promise<void> {
    const member: Member = { job }
    members.add(member)
    try {
      const workerData = await options.prepare?.()
      if (!members.has(member)) return
      const listener = {
        answered: (message: Answer) => answer(member, message),
        ended: (cause?: Error) => end(member, new SpeechError('worker_ended', 'The worker has ended.', { cause })),
      }
      member.worker = options.isNative
        ? startProcess(options.script, listener)
        : startThread(options.script, workerData, listener)
      give(member, job)
    } catch (error) {
      end(member, new SpeechError('failed', 'The worker could not be started.', { cause: error }))
    }
  }

  function give(member: Member, job: Job): void {
    member.job = job
    member.timer = setTimeout(
      () => end(member, new SpeechError('timeout', 'The worker took too long.')),
      options.timeoutMs,
    )
    member.worker?.setReferenced(true)
    member.worker?.send(job.request)
  }

  function answer(member: Member, message: Answer): void {
    const { job } = member
    clearTimeout(member.timer)
    member.job = undefined
    // An idle worker does not keep the process running.
    member.worker?.setReferenced(false)
    if ('result' in message) job?.resolve(message.result)
    else job?.reject(new SpeechError(message.code, message.error))
    serveNext()
  }

  function end(member: Member, error: SpeechError): void {
    if (!members.delete(member)) return
    clearTimeout(member.timer)
    void member.worker?.end()
    member.job?.reject(error)
    serveNext()
  }

  return {
    run(request, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      if (isClosed) return Promise.reject(new SpeechError('closed', 'The pool is closed.'))
      if (signal?.aborted) return Promise.reject(signal.reason)
      if (waiting.size >= options.maxWaiting)
        return Promise.reject(new SpeechError('busy', 'Too many requests are waiting.'))
      const job: Job = { request, resolve, reject }
      const abort = () => {
        waiting.delete(job)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', abort, { once: true })
      waiting.add(job)
      serveNext()
      return promise.finally(() => signal?.removeEventListener('abort', abort))
    },
    isIdle: () => waiting.size === 0 && (members.size < options.size || [...members].some(({ job }) => !job)),
    async [Symbol.asyncDispose]() {
      isClosed = true
      const closed = new SpeechError('closed', 'The pool is closed.')
      for (const job of waiting) job.reject(closed)
      waiting.clear()
      const workers = [...members].flatMap(({ worker }) => worker ?? [])
      for (const member of members) end(member, closed)
      await Promise.all(workers.map((worker) => worker.end()))
    },
  }
}
