// Runs JavaScript of accounts in a few worker threads, which are replaced when code cannot be interrupted otherwise.
import { availableParallelism } from 'node:os'
import { openWorker, type Worker } from '@parley/workers'
import { CodeError } from './code-error.ts'
import { createFairQueue } from './fair-queue.ts'
import { readMarked, writeMarked } from './marked-json.ts'
import type { SandboxReply, SandboxRequest } from './sandbox-messages.ts'

export interface CodeRequest {
  /** Accounts take turns. */
  accountId: number
  /** The body of a function of `input`. It can await promises. */
  source: string
  /** JSON. */
  input?: unknown
  /** At most 5,000. */
  timeoutMs?: number
  /** 16 to 64 MiB. */
  memoryBytes?: number
  /** A run that has begun ends by itself. */
  signal?: AbortSignal
}

export interface CodeResult {
  /** JSON of at most 256 KB. */
  output: unknown
  /** At most 100 lines. */
  logs: string[]
}

export interface CodeRunner extends AsyncDisposable {
  /** Rejects with a `CodeError`, or with the reason of the signal. */
  runCode(request: CodeRequest): Promise<CodeResult>
}

export interface CodeRunnerOptions {
  /** Default: one fewer than there are cores, at most four. */
  maxWorkers?: number
  /** Runs that wait. */
  maxWaiting?: number
  maxWaitingPerAccount?: number
}

const maxTimeoutMs = 5_000
const maxMemoryBytes = 64 * 2 ** 20
/** Built-in functions, such as a search in a long list, do not check the time limit. */
const graceMs = 250
const idleMs = 60_000

interface Job {
  request: SandboxRequest
  resolve(result: CodeResult): void
  reject(error: unknown): void
}

/** Starts its first worker thread with the first run. Idle threads do not keep the process running. */
export function openCodeRunner(options: CodeRunnerOptions = {}): CodeRunner {
  const { maxWorkers = Math.min(4, Math.max(1, availableParallelism() - 1)) } = options
  const { maxWaiting = 1_000, maxWaitingPerAccount = 200 } = options
  const queue = createFairQueue<Job>({ total: maxWaiting, perKey: maxWaitingPerAccount })
  const idle: Worker[] = []
  const busy = new Set<Worker>()
  let isClosed = false

  const open = (): Worker =>
    openWorker({
      script: new URL('./sandbox.ts', import.meta.url),
      kind: 'thread',
      timeoutMs: 4 * maxTimeoutMs,
      idleMs,
    })

  function serveNext(): void {
    while (busy.size < maxWorkers) {
      const job = queue.take()
      if (!job) return
      const worker = idle.pop() ?? open()
      busy.add(worker)
      void serve(worker, job)
    }
  }

  async function serve(worker: Worker, { request, resolve, reject }: Job): Promise<void> {
    let isInTime = true
    const timer = setTimeout(() => {
      isInTime = false
      void worker[Symbol.asyncDispose]()
    }, request.timeoutMs + graceMs)
    try {
      const reply = await worker.request<SandboxReply>(request)
      if (reply.fault)
        reject(new CodeError(reply.fault.code, reply.fault.message, { ...reply.fault, logs: reply.logs }))
      else resolve({ output: readMarked(reply.output), logs: reply.logs })
    } catch (error) {
      reject(isClosed ? closed() : errorOf(error, isInTime, request))
      // A new worker has no failures that would delay its start.
      await worker[Symbol.asyncDispose]()
      isInTime = false
    } finally {
      clearTimeout(timer)
      busy.delete(worker)
      if (isInTime && !isClosed) idle.push(worker)
      serveNext()
    }
  }

  return {
    async runCode({ accountId, source, input = null, timeoutMs = maxTimeoutMs, memoryBytes = maxMemoryBytes, signal }) {
      signal?.throwIfAborted()
      if (isClosed) throw closed()
      const { promise, resolve, reject } = Promise.withResolvers<CodeResult>()
      const limits = {
        timeoutMs: Math.min(timeoutMs, maxTimeoutMs),
        memoryBytes: Math.min(memoryBytes, maxMemoryBytes),
      }
      const job: Job = { request: { source, input: writeMarked(input), ...limits }, resolve, reject }
      if (!queue.add(String(accountId), job)) throw new CodeError('busy', 'Too many code steps are waiting.')
      const abort = () => {
        queue.remove(String(accountId), job)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', abort, { once: true })
      serveNext()
      return promise.finally(() => signal?.removeEventListener('abort', abort))
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      for (let job = queue.take(); job; job = queue.take()) job.reject(closed())
      await Promise.all([...idle, ...busy].map((worker) => worker[Symbol.asyncDispose]()))
    },
  }
}

const closed = (): CodeError => new CodeError('closed', 'The process ends.')

function errorOf(error: unknown, isInTime: boolean, { timeoutMs }: SandboxRequest): CodeError {
  if (!isInTime) return new CodeError('timeout', `The code took longer than ${timeoutMs} ms.`)
  return new CodeError('limit', `The code has ended its worker. ${error instanceof Error ? error.message : ''}`.trim())
}
