// Starts a worker of a pool: a thread, or a process for native code, which can end its process at any time.
import { fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Answer } from './answer-requests.ts'

export interface WorkerListener {
  answered(answer: Answer): void
  /** Can be called more than once. */
  ended(error?: Error): void
}

export interface RunningWorker {
  send(request: unknown): void
  /** Whether the worker keeps this process running. */
  setReferenced(isReferenced: boolean): void
  /** Resolves when the worker has ended. */
  end(): Promise<unknown>
}

const execArgv = ['--disable-warning=ExperimentalWarning']

export function startThread(script: URL, workerData: unknown, { answered, ended }: WorkerListener): RunningWorker {
  const worker = new Worker(script, { workerData, execArgv })
  worker.on('message', answered)
  worker.on('error', ended)
  worker.on('exit', () => ended())
  return {
    send: (request) => worker.postMessage(request),
    setReferenced: (isReferenced) => void (isReferenced ? worker.ref() : worker.unref()),
    end: () => worker.terminate(),
  }
}

/** The process gets no secrets from the environment. */
export function startProcess(script: URL, { answered, ended }: WorkerListener): RunningWorker {
  const compileCache = getCompileCacheDir()
  const child = fork(fileURLToPath(script), {
    serialization: 'advanced',
    env: compileCache ? { NODE_COMPILE_CACHE: dirname(compileCache) } : {},
    execArgv: [...execArgv, '--v8-pool-size=0', '--max-semi-space-size=8'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.on('message', (answer) => answered(answer as Answer))
  child.on('error', ended)
  child.on('exit', () => ended())
  return {
    // A failure to send is followed by the end of the process.
    send: (request) => void child.send(request as object, () => {}),
    setReferenced(isReferenced) {
      for (const handle of [child, child.channel]) isReferenced ? handle?.ref() : handle?.unref()
    },
    end() {
      if (child.pid === undefined) return Promise.resolve()
      child.ref()
      child.kill('SIGKILL')
      return exit
    },
  }
}
