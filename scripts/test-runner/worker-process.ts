// Runs test files in a worker process, and reports a crash or a hang as a failure of the file.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type FileResult, oneFailure, type WorkerMessage } from './file-result.ts'
import type { FileOptions } from './run-test-file.ts'

export interface WorkerOptions extends FileOptions {
  /** From 0, the highest priority of a user's processes, to 19. */
  niceness: number
  /** The process is killed if no test ends for this long; longer than `testTimeoutMs`, which names the test. */
  hangTimeoutMs: number
  /** Ends the process. */
  signal: AbortSignal
}

const program = fileURLToPath(new URL('worker.ts', import.meta.url))
/** Modules and whatever tests leave open accumulate in a worker, so it is replaced when it has grown this large. */
const maxMemoryBytes = 1024 ** 3

export class WorkerProcess implements AsyncDisposable {
  #child: ChildProcess | undefined
  readonly #options: WorkerOptions

  constructor(options: WorkerOptions) {
    this.#options = options
  }

  async run(file: string): Promise<FileResult> {
    const { testTimeoutMs, testNamePatterns, hangTimeoutMs } = this.#options
    const startedAt = performance.now()
    this.#child ??= this.#start()
    const child = this.#child
    let latestTest: string | undefined
    const outcome = Promise.withResolvers<{ result: FileResult; isWorkerUsable: boolean }>()
    const fail = (reason: string): void => {
      const durationMs = performance.now() - startedAt
      const result = { file, passed: false, counts: oneFailure, durationMs, cpuMs: 0, output: `✖ ${file}: ${reason}\n` }
      outcome.resolve({ result, isWorkerUsable: false })
    }
    const hangTimer = setTimeout(() => {
      const latest = latestTest === undefined ? '' : ` after “${latestTest}”`
      fail(`no test ended for ${hangTimeoutMs / 1000} s${latest}, so its process was killed.`)
      child.kill('SIGKILL')
    }, hangTimeoutMs)
    const onMessage = (message: WorkerMessage): void => {
      if (message.kind === 'progress') {
        latestTest = message.test
        hangTimer.refresh()
      } else if (message.kind === 'error') fail(`an error that no test caught: ${message.error}`)
      else outcome.resolve({ result: message.result, isWorkerUsable: message.memoryBytes < maxMemoryBytes })
    }
    const onExit = (code: number | null, signal: NodeJS.Signals | null): void =>
      fail(`its process ended with ${signal ?? `exit code ${code}`} before all tests had run.`)
    child.on('message', onMessage).once('exit', onExit)
    const options: FileOptions = { testTimeoutMs, testNamePatterns }
    child.send({ file, options })
    try {
      const { result, isWorkerUsable } = await outcome.promise
      if (!isWorkerUsable) await this.#stop()
      return result
    } finally {
      clearTimeout(hangTimer)
      child.off('message', onMessage).off('exit', onExit)
    }
  }

  #start(): ChildProcess {
    const { niceness, signal } = this.#options
    const child = fork(program, {
      // Tests make much garbage; the default of this repository suits servers.
      execArgv: process.execArgv.map((option) =>
        option.replace(/^--max-semi-space-size=.*/, '--max-semi-space-size=64'),
      ),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      signal,
    })
    if (child.pid !== undefined && niceness > 0) setPriority(child.pid, niceness)
    // An aborted signal and a message to a process that has just ended are reported here; 'exit' follows.
    return child.on('error', () => {})
  }

  async #stop(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    if (child.connected) child.disconnect()
    await exit
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stop()
  }
}
