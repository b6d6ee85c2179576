// Exchanges messages with the child process within limits on time and memory.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import os from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { ChildMessage, ParentMessage } from '../child/protocol.ts'
import { documentErrors as errors } from '../document-error.ts'

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

const maxHeapMegabytes = 512
const maxAddressSpaceKilobytes = 4 * 2 ** 20
/** A backstop: the time limits of tasks are shorter, and the process is replaced after some of them. */
const maxCpuSeconds = 600
const lowPriority = 10

const sourceFolder = dirname(import.meta.dirname)
const childFile = join(sourceFolder, 'child', 'main.ts')

/** The environment is empty, there is no standard input or output, and the messages are structured clones. */
function startChildProcess(wrappers: readonly string[]): ChildProcess {
  const [program, ...args] = [...wrappers, process.execPath, ...nodeOptions(), childFile]
  const child = spawn(program!, args, {
    cwd: sourceFolder,
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    windowsHide: true,
  })
  try {
    if (child.pid !== undefined) os.setPriority(child.pid, lowPriority)
  } catch {
    // The platform does not allow it, or the process ended.
  }
  return child
}

function nodeOptions(): string[] {
  return [
    `--max-old-space-size=${maxHeapMegabytes}`,
    '--max-semi-space-size=16',
    // No reservation of address space for WebAssembly, which compiles the TypeScript sources.
    '--disable-wasm-trap-handler',
    '--disallow-code-generation-from-strings',
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    '--permission',
    ...readableFolders().map((folder) => `--allow-fs-read=${folder}`),
  ]
}

/** The package and the folders where its dependencies can be. */
function readableFolders(): string[] {
  const folders = [join(dirname(sourceFolder), '*')]
  for (let folder = dirname(sourceFolder); dirname(folder) !== folder; folder = dirname(folder)) {
    const modules = join(folder, 'node_modules')
    if (existsSync(modules)) folders.push(join(modules, '*'))
  }
  return folders
}

let wrappers: Promise<string[]> | undefined

/** Programs that restrict themselves and are replaced by the next one, so the process id stays the same. */
function findWrappers(): Promise<string[]> {
  wrappers ??= availableWrappers()
  return wrappers
}

async function availableWrappers(): Promise<string[]> {
  if (process.platform === 'win32') return []
  if (process.platform !== 'linux') return [...shell, `${portableLimits} exec "$@"`, 'sh']
  const network = await firstThatWorks([
    // Without network, and without privileges in its own namespace.
    ['unshare', '--net', '--map-current-user'],
    ['unshare', '--net', '--map-root-user'],
  ])
  // Ends with the thread that started it.
  const ending = await firstThatWorks([['setpriv', '--pdeathsig', 'KILL', '--no-new-privs']])
  return [...network, ...ending, ...shell, `${portableLimits} ${linuxLimits} exec "$@"`, 'sh']
}

const shell = ['/bin/sh', '-c']
const portableLimits = `ulimit -t ${maxCpuSeconds} 2>/dev/null; ulimit -c 0 2>/dev/null;`
/** If memory is short, the system ends this process rather than its parent or the database. */
const linuxLimits = `ulimit -v ${maxAddressSpaceKilobytes} 2>/dev/null; { echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null;`

async function firstThatWorks(candidates: string[][]): Promise<string[]> {
  for (const [program, ...args] of candidates) {
    const works = await run(program!, [...args, 'true'], { timeout: 5_000 }).then(
      () => true,
      () => false,
    )
    if (works) return [program!, ...args]
  }
  return []
}

const run = promisify(execFile)
