// Finds Debian's PostgreSQL, and runs its programs as a user who is not root.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { chown, readdir } from 'node:fs/promises'
import { promisify } from 'node:util'
import { currentHost, type Owner } from '#server/platform/embedded-postgres/host.ts'

const root = '/usr/lib/postgresql'

/** PostgreSQL refuses to run as root. */
function owner(): Owner | undefined {
  const { self, nobody } = currentHost()
  return self?.uid === 0 ? nobody : undefined
}

/** The folder of the programs of the newest version; undefined if Debian's package `postgresql` is not installed. */
export async function findPostgres(): Promise<string | undefined> {
  const versions = await readdir(root).catch(() => [])
  return versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => `${root}/${version}/bin`)
    .find((folder) => existsSync(`${folder}/pg_basebackup`) && existsSync(`${folder}/postgres`))
}

export async function giveToOwner(folder: string): Promise<void> {
  const user = owner()
  if (user) await chown(folder, user.uid, user.gid)
}

const environment = { LC_ALL: 'C.UTF-8', TZ: 'UTC', PATH: '/usr/bin:/bin' }

/** Throws with what the program wrote if it fails. */
export async function runProgram(program: string, args: string[]): Promise<void> {
  await promisify(execFile)(program, args, { cwd: '/', env: environment, ...owner() })
}

/** Appends what the program writes to the file. */
export function startProgram(program: string, args: string[], logFile: string): ChildProcess {
  const log = openSync(logFile, 'a')
  try {
    return spawn(program, args, { cwd: '/', env: environment, stdio: ['ignore', log, log], ...owner() })
  } finally {
    closeSync(log)
  }
}

/** Sends a signal to the process and its children. Each backend of PostgreSQL is a child of the postmaster. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  const file = `/proc/${pid}/task/${pid}/children`
  const children = existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : []
  for (const each of [pid, ...children]) {
    try {
      process.kill(each, signal)
    } catch {
      // A backend that has ended in the meantime.
    }
  }
}
