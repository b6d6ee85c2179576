// Runs a program in a temporary folder, waits for lines of its output, and ends it.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const createFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'parley-sip-'))

export interface RunningProgram extends AsyncDisposable {
  /** What the program has written so far, to both of its outputs. */
  output(): string
  /** Resolves when the output matches. Rejects after the time, or if the program ends before. */
  until(pattern: RegExp, withinMs?: number): Promise<RegExpExecArray>
  write(text: string): void
  /** Resolves with the exit code; null if a signal ended it. */
  ended: Promise<number | null>
}

/** The folder is deleted when the program is disposed of. */
export function runProgram(command: string, args: readonly string[], folder: string): RunningProgram {
  const child = spawn(command, args, { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] })
  let output = ''
  const watchers = new Set<() => void>()
  const add = (chunk: Buffer): void => {
    output += chunk.toString('latin1')
    for (const watch of watchers) watch()
  }
  child.stdout.on('data', add)
  child.stderr.on('data', add)
  child.stdin.on('error', () => undefined)
  const { promise: ended, resolve, reject } = Promise.withResolvers<number | null>()
  child.on('error', reject)
  child.on('close', resolve)
  let isOver = false
  const over = ended.then(
    () => {
      isOver = true
      for (const watch of watchers) watch()
    },
    () => undefined,
  )

  return {
    output: () => output,
    ended,
    write: (text) => child.stdin.write(text),
    until(pattern, withinMs = 10_000) {
      const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>()
      const fail = (why: string) => reject(new Error(`${command} ${why} without ${pattern}:\n${output}`))
      const timer = setTimeout(() => fail('ran'), withinMs)
      const watch = (): void => {
        const found = pattern.exec(output)
        if (found) resolve(found)
        else if (isOver) fail('ended')
      }
      watchers.add(watch)
      watch()
      return promise.finally(() => {
        clearTimeout(timer)
        watchers.delete(watch)
      })
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), 1_000)
      await over
      clearTimeout(timer)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
