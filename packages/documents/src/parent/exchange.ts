// Exchanges messages with the child process within limits on time and memory.
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { ChildMessage, ParentMessage } from '../child/protocol.ts'
import { documentErrors as errors } from '../document-error.ts'
import { findWrappers, startChildProcess } from './child-process.ts'

const maxResidentBytes = 700 * 2 ** 20
const pollMs = 100
const startTimeoutMs = 30_000

/** One child process. Between a message to the child and its answer, nothing else is sent. */
export class Child {
  readonly #process: ChildProcess
  #exitError: Error | null = null
  #settle: ((result: ChildMessage | Error) => void) | null = null
  /** The time that the child took for all messages. */
  busyMs = 0

  private constructor(wrappers: readonly string[]) {
    const child = startChildProcess(wrappers)
    this.#process = child
    child.on('message', (message) => this.#settle?.(message as ChildMessage))
    child.on('error', () => this.#ended(errors.crashed()))
    child.on('exit', (code, signal) => this.#ended(exitError(code, signal)))
    child.unref()
    child.channel?.unref()
  }

  /** Resolves when the process is ready for tasks. Throws the reason of the signal. */
  static async start(signal: AbortSignal): Promise<Child> {
    const child = new Child(await findWrappers())
    await child.#answer(signal, startTimeoutMs, () => {})
    return child
  }

  isUsable(): boolean {
    return this.#exitError === null
  }

  /** Sends a message and returns the answer. Afterwards, a child that did not answer in time is no longer usable. */
  async exchange(message: ParentMessage, signal: AbortSignal, timeoutMs: number): Promise<ChildMessage> {
    return await this.#answer(signal, timeoutMs, () =>
      this.#process.send(message, (error) => error && this.#ended(errors.crashed())),
    )
  }

  kill(error: Error = errors.crashed()): void {
    this.#ended(error)
    this.#process.kill('SIGKILL')
  }

  #ended(error: Error): void {
    this.#exitError ??= error
    this.#settle?.(this.#exitError)
  }

  async #answer(signal: AbortSignal, timeoutMs: number, send: () => void): Promise<ChildMessage> {
    if (signal.aborted) this.kill(signal.reason)
    if (this.#exitError) throw this.#exitError
    const startedAt = performance.now()
    const onAbort = (): void => this.kill(signal.reason)
    const poll = setInterval(() => {
      if (performance.now() - startedAt > timeoutMs) this.kill(errors.timeout())
      else if (residentBytes(this.#process.pid) > maxResidentBytes) this.kill(errors.outOfMemory())
    }, pollMs)
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      const result = await new Promise<ChildMessage | Error>((resolve) => {
        this.#settle = resolve
        send()
      })
      if (result instanceof Error) throw result
      return result
    } finally {
      this.#settle = null
      clearInterval(poll)
      signal.removeEventListener('abort', onAbort)
      this.busyMs += performance.now() - startedAt
    }
  }
}

/** 0 if the platform does not say. */
function residentBytes(pid: number | undefined): number {
  if (process.platform !== 'linux' || pid === undefined) return 0
  try {
    const [, kilobytes] = /^VmRSS:\s{1,20}(\d{1,15}) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? []
    return Number(kilobytes ?? 0) * 1_024
  } catch {
    return 0
  }
}

/** V8 aborts when its heap is full. */
function exitError(code: number | null, signal: NodeJS.Signals | null): Error {
  if (signal === 'SIGXCPU') return errors.timeout()
  const outOfMemory = ['SIGABRT', 'SIGTRAP', 'SIGILL'].includes(signal ?? '') || code === 133 || code === 134
  return outOfMemory ? errors.outOfMemory() : errors.crashed()
}
