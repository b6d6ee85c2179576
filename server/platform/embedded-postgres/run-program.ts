// Runs a PostgreSQL program as the user who owns the database.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { fault, hasCode } from './fault.ts'
import type { Layout } from './layout.ts'

/** The environment of Parley is not passed on, because PGPORT or PGDATA would change the server. */
const environment = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin' }

export function startProgram(
  program: string,
  args: string[],
  layout: Layout,
  options: SpawnOptions = {},
): ChildProcess {
  return spawn(program, args, { cwd: layout.dir, env: environment, windowsHide: true, ...layout.owner, ...options })
}

/** Waits for the program. If it fails, throws with the last line of its output. */
export async function runProgram(program: string, args: string[], layout: Layout): Promise<void> {
  const child = startProgram(program, args, layout, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const code = await ended(child, program, 'close')
  if (code !== 0) throw fault('program', `${program} failed: ${lastLine(said) || `it exited with ${code}`}.`)
}

/** Returns the exit code or the signal. */
export function ended(child: ChildProcess, program: string, event: 'exit' | 'close'): Promise<number | string> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      const reason = hasCode(error, 'ENOENT')
        ? 'it requires Linux with glibc, which Alpine for example does not have'
        : error.message
      const advice = 'set DATABASE_URL to the address of a PostgreSQL server.'
      reject(fault('program', `${program} cannot run (${reason}): ${advice}`, error))
    })
    child.once(event, (code, signal) => resolve(code ?? signal ?? 'unknown'))
  })
}

export function lastLine(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const telling = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? ''
  return telling
    .replace(/^.*?(FATAL|PANIC|error):\s*/, '')
    .trim()
    .replace(/\.$/, '')
}
