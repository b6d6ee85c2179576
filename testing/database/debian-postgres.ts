// Finds Debian's PostgreSQL, and runs its programs as a user who is not root.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isCi } from '#server/config.ts'
import { currentHost, type Owner } from '#server/platform/embedded-postgres/host.ts'

const root = '/usr/lib/postgresql'
const { self, nobody } = currentHost()

/** The user who runs servers, which refuse to run as root. Undefined if it is the user of this process. */
export const owner: Owner | undefined = self?.uid === 0 ? nobody : undefined

/** The folder of the programs of the newest version. */
const programs = (existsSync(root) ? readdirSync(root) : [])
  .sort((a, b) => Number(b) - Number(a))
  .map((version) => `${root}/${version}/bin`)
  .find((folder) => existsSync(`${folder}/pg_basebackup`) && existsSync(`${folder}/postgres`))

const missing = 'needs a PostgreSQL that can be configured and copied: run apt-get install postgresql'

/** The reason to skip tests on machines without Debian's PostgreSQL. In CI, they fail instead. */
export const postgresMissing: string | false = programs === undefined && !isCi() ? missing : false

export function programPath(name: string): string {
  if (programs === undefined) throw new Error(missing)
  return join(programs, name)
}

/** Options of processes that run a program. */
export const processOptions = { cwd: '/', env: { LC_ALL: 'C.UTF-8', TZ: 'UTC', PATH: '/usr/bin:/bin' }, ...owner }

/** Throws with what the program wrote if it fails. */
export async function runProgram(name: string, args: string[]): Promise<void> {
  await promisify(execFile)(programPath(name), args, processOptions)
}

export async function giveToOwner(path: string): Promise<void> {
  if (owner) await chown(path, owner.uid, owner.gid)
}

/** Creates a folder that belongs to the user who runs servers, and that everyone can enter. */
export async function ownedFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-server-'))
  await chmod(folder, 0o755)
  await giveToOwner(folder)
  return folder
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
