// Starts processes that use the embedded PostgreSQL, and cleans up after them.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, glob, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { findInaccessiblePath } from '#server/platform/embedded-postgres/file-access.ts'
import type { Owner } from '#server/platform/embedded-postgres/host.ts'
import { readPostmasterFile } from '#server/platform/embedded-postgres/postmaster-file.ts'
import { isAlive, isPostmaster } from '#server/platform/embedded-postgres/processes.ts'
import type { Assignment, Report } from './parley-process.ts'

/** The user `daemon`, which exists on every Unix. */
export const ordinary = { uid: 1, gid: 1 }
export const isRoot = process.getuid?.() === 0
const program = fileURLToPath(import.meta.resolve('./parley-process.ts'))

/** A test or `{ after }`, after which the resources are cleaned up. */
interface Ending {
  after(clear: () => Promise<void>): void
}

/** The running processes and their data directories. */
const parleys = new Map<ChildProcess, string>()

/** Creates a folder that everyone can enter. At the end, its servers are killed and it is removed. */
export async function temporaryFolder(t: Ending): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-pg-'))
  await chmod(folder, 0o755)
  t.after(async () => {
    const inside = [...parleys].filter(([, dataDir]) => dataDir.startsWith(folder))
    await Promise.all(inside.map(([child]) => endSoon(child)))
    for await (const file of glob('**/postmaster.pid', { cwd: folder })) {
      const cluster = dirname(join(folder, file))
      const pid = (await readPostmasterFile(cluster))?.pid ?? 0
      if (await isPostmaster(pid, cluster)) await kill(pid)
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return folder
}

/** Creates a data directory that belongs to the user. */
export async function folderOf(t: Ending, { uid, gid }: Owner): Promise<string> {
  const dataDir = join(await temporaryFolder(t), 'data')
  await mkdir(dataDir)
  await chown(dataDir, uid, gid)
  return dataDir
}

interface StartOptions extends Partial<Omit<Assignment, 'dataDir'>> {
  as?: Owner
}

export async function startParley(t: TestContext, dataDir: string, options: StartOptions = {}) {
  const { child, report } = await runParley(t, dataDir, options)
  if ('fault' in report) throw new Error(report.fault)
  return { child, ...report }
}

/** Returns the error message of a failed start. */
export async function refusalOf(t: TestContext, dataDir: string, options: StartOptions = {}): Promise<string> {
  const { child, report } = await runParley(t, dataDir, options)
  await end(child, 'SIGKILL')
  if (!('fault' in report)) throw new Error('The start succeeded.')
  return report.fault
}

async function runParley(t: TestContext, dataDir: string, options: StartOptions) {
  const child = spawnParley(t, dataDir, options)
  for await (const line of createInterface({ input: child.stdout! })) {
    return { child, report: JSON.parse(line) as Report }
  }
  throw new Error(`The process exited without a report (${child.exitCode ?? child.signalCode}).`)
}

/** Does not wait for the database. */
export function spawnParley(t: TestContext, dataDir: string, { as, durable = false, ...rest }: StartOptions = {}) {
  const assignment: Assignment = { dataDir, durable, ...rest }
  const child = spawn(process.execPath, [program, JSON.stringify(assignment)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: '/',
    ...as,
  })
  parleys.set(child, dataDir)
  t.after(() => endSoon(child))
  return child
}

/** Resolves to the exit code or the signal. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | string> {
  if (child.exitCode === null && child.signalCode === null) {
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
  }
  return child.exitCode ?? child.signalCode!
}

/** Waits for the process to stop its server, with a time limit. */
async function endSoon(child: ChildProcess): Promise<void> {
  const impatience = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await end(child, 'SIGTERM')
  clearTimeout(impatience)
  parleys.delete(child)
}

/** Kills a process that is not a child of the test. */
export async function kill(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL')
  await until(async () => !(await isAlive(pid)), `process ${pid} to end`)
}

export async function query<Row extends pg.QueryResultRow>(connectionString: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString })
  // A server that ends sends a notice before the query fails.
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/** Waits for a condition, and names it in the error. */
export async function until(isTrue: () => Promise<boolean>, what: string): Promise<void> {
  for (const deadline = performance.now() + 20_000; performance.now() < deadline; await pause(10)) {
    if (await isTrue()) return
  }
  throw new Error(`Timed out waiting for ${what}.`)
}

export async function serverPid(dataDir: string): Promise<number | undefined> {
  return (await readPostmasterFile(join(dataDir, 'postgres', 'cluster')))?.pid
}

/** Why a test that changes users cannot run here, or false if it can. */
export async function cannotChangeUser(as?: Owner): Promise<string | false> {
  if (!isRoot) return 'only root can start processes as other users'
  if (!as) return false
  for (const needed of [dirname(process.execPath), dirname(program)]) {
    const barrier = await findInaccessiblePath(needed, as)
    if (barrier) return `other users cannot enter ${barrier}`
  }
  return false
}
