// One child process that is started on first use, answers requests, and is started again after it has ended.
import { type ChildProcess, fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OutsideError } from '../outside-error.ts'
import type { Reply } from './answer-requests.ts'

export interface WorkerProcessOptions {
  /** Calls `answerRequests`. */
  script: URL
  /** The first argument of the script. */
  argument?: string
  maxHeapMegabytes?: number
  /** The process is ended if a request takes longer, including the requests before it. */
  timeoutMs: number
  /** Without requests for this time, the process is ended. Default: it is kept. */
  idleMs?: number
  /** The code of failures. */
  failureCode: string
  /** Called when the process has ended and lost its state, before its requests are rejected. */
  onEnd?(): void
}

export interface WorkerProcess extends AsyncDisposable {
  /** Requests are answered in the order in which they are sent. Rejects with a retryable `OutsideError`, or a `DataCloneError`. */
  request<R>(request: unknown): Promise<R>
}

interface Pending {
  resolve(result: never): void
  reject(error: unknown): void
  timer: NodeJS.Timeout
}

interface Running {
  child: ChildProcess
  pending: Map<number, Pending>
  hasEnded: boolean
}

/** Native code runs in such a process, because it can end its process at any time. */
export function openWorkerProcess(options: WorkerProcessOptions): WorkerProcess {
  let running: Running | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let isClosed = false
  let lastId = 0

  const failure = (message: string, cause?: unknown) =>
    new OutsideError(options.failureCode, message, { retryable: true, cause })

  function start(): Running {
    const child = startChild(options)
    const started: Running = { child, pending: new Map(), hasEnded: false }
    child.on('message', (reply: Reply) => settle(started, reply))
    child.on('error', (error) => void end(started, failure('The worker process failed.', error)))
    child.on('exit', () => void end(started, failure('The worker process has ended.')))
    running = started
    return started
  }

  function settle(worker: Running, reply: Reply): void {
    const pending = worker.pending.get(reply.id)
    if (!pending) return
    clearTimeout(pending.timer)
    worker.pending.delete(reply.id)
    if (worker.pending.size === 0) rest(worker)
    if ('error' in reply) pending.reject(failure('The worker process could not answer.', reply.error))
    else pending.resolve(reply.result as never)
  }

  /** An idle worker does not keep this process running. */
  function rest(worker: Running): void {
    setReferenced(worker.child, false)
    clearTimeout(idleTimer)
    if (options.idleMs === undefined) return
    idleTimer = setTimeout(() => void end(worker, failure('The worker process was idle.')), options.idleMs)
    idleTimer.unref()
  }

  function end(worker: Running, error: OutsideError): Promise<unknown> {
    if (worker.hasEnded) return Promise.resolve()
    worker.hasEnded = true
    clearTimeout(idleTimer)
    if (running === worker) running = undefined
    options.onEnd?.()
    for (const { reject, timer } of worker.pending.values()) {
      clearTimeout(timer)
      reject(error)
    }
    worker.pending.clear()
    return kill(worker.child)
  }

  return {
    request(request) {
      if (isClosed) return Promise.reject(failure('The worker process is closed.'))
      const { promise, resolve, reject } = Promise.withResolvers<never>()
      let worker: Running
      try {
        worker = running ?? start()
      } catch (error) {
        return Promise.reject(failure('The worker process could not be started.', error))
      }
      const id = ++lastId
      try {
        // A failure to send is followed by the end of the process.
        worker.child.send({ id, request }, () => {})
      } catch (error) {
        if (worker.pending.size === 0) rest(worker)
        return Promise.reject(error)
      }
      clearTimeout(idleTimer)
      setReferenced(worker.child, true)
      const timer = setTimeout(() => void end(worker, failure('The worker process took too long.')), options.timeoutMs)
      worker.pending.set(id, { resolve, reject, timer })
      return promise
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      if (running) await end(running, failure('The worker process is closed.'))
    },
  }
}

/** The process gets no secrets from the environment. */
function startChild({ script, argument, maxHeapMegabytes }: WorkerProcessOptions): ChildProcess {
  const compileCache = getCompileCacheDir()
  return fork(fileURLToPath(script), argument === undefined ? [] : [argument], {
    serialization: 'advanced',
    env: compileCache ? { NODE_COMPILE_CACHE: dirname(compileCache) } : {},
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      '--v8-pool-size=0',
      '--max-semi-space-size=8',
      ...(maxHeapMegabytes === undefined ? [] : [`--max-old-space-size=${maxHeapMegabytes}`]),
    ],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

function setReferenced(child: ChildProcess, isReferenced: boolean): void {
  for (const handle of [child, child.channel]) isReferenced ? handle?.ref() : handle?.unref()
}

/** Resolves when the process has ended. */
function kill(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return Promise.resolve()
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.ref()
  child.kill('SIGKILL')
  return exit
}
