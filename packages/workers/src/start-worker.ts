// Starts a thread or a child process.
import { fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker as Thread } from 'node:worker_threads'
import type { Message, Reply } from './main.ts'

export interface StartedWorker {
  /** Throws a `DataCloneError`. If the worker has ended, nothing happens. */
  send(message: Message): void
  /** Whether the worker keeps this process running. */
  setReferenced(isReferenced: boolean): void
  /** Resolves when the worker has ended. */
  end(): Promise<unknown>
}

export interface WorkerListener {
  received(reply: Reply): void
  /** Can be called more than once. */
  ended(reason: string, cause?: unknown): void
}

const main = new URL('./main.ts', import.meta.url)
const execArgv = ['--disable-warning=ExperimentalWarning']

export function startThread({ received, ended }: WorkerListener): StartedWorker {
  const thread = new Thread(main, { execArgv })
  thread.on('message', received)
  thread.on('error', (error) => ended(String(error), error))
  thread.on('exit', (code) => ended(`exit code ${code}`))
  return {
    send: (message) => thread.postMessage(message),
    setReferenced: (isReferenced) => void (isReferenced ? thread.ref() : thread.unref()),
    end: () => thread.terminate(),
  }
}

export interface ProcessOptions {
  /** Lists of processes show it. */
  script: URL
  maxHeapMegabytes?: number
}

/** The process gets no secrets from the environment. */
export function startProcess({ received, ended }: WorkerListener, options: ProcessOptions): StartedWorker {
  const { script, maxHeapMegabytes } = options
  const compileCache = getCompileCacheDir()
  const child = fork(fileURLToPath(main), [script.href], {
    serialization: 'advanced',
    env: { TMPDIR: tmpdir(), TEMP: tmpdir(), ...(compileCache && { NODE_COMPILE_CACHE: dirname(compileCache) }) },
    execArgv: [
      ...execArgv,
      '--v8-pool-size=0',
      '--max-semi-space-size=8',
      ...(maxHeapMegabytes === undefined ? [] : [`--max-old-space-size=${maxHeapMegabytes}`]),
    ],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.on('message', (reply) => received(reply as Reply))
  child.on('error', (error) => ended(String(error), error))
  child.on('exit', (code, signal) => ended(signal ?? `exit code ${code}`))
  return {
    // A failure to send is followed by the end of the process.
    send: (message) => void child.send(message, () => {}),
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
