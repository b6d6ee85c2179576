// Starts, finds and stops the one PostgreSQL server of a data directory; its caller holds the start lock.
import type { StdioOptions } from 'node:child_process'
import { open, readFile, rename, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Address, addressOf } from './address.ts'
import type { Binaries } from './binaries.ts'
import { fault, hasCode } from './fault.ts'
import type { Host } from './host.ts'
import type { Layout } from './layout.ts'
import { disownPostmasterFile, readPostmasterFile } from './postmaster-file.ts'
import { isAlive, isPostmaster } from './processes.ts'
import { queryServer } from './queries.ts'
import { ended, lastLine, runProgram, startProgram } from './run-program.ts'

const startPatienceMs = 120_000
const childrenPatienceMs = 15_000
const stopPatienceMs = 60_000

export interface Found {
  address: Address
  durable: boolean
}

/** The server that runs already, waited for while it starts or stops; undefined, its traces cleared, when none does. */
export async function findServer(place: Layout, surroundings: Host): Promise<Found | undefined> {
  const startedAt = performance.now()
  for (; performance.now() < startedAt + startPatienceMs; await pause(10)) {
    const file = await readPostmasterFile(place.cluster)
    if (file === undefined) return undefined
    const isBeingWritten = file.pid === 0 && performance.now() < startedAt + 500
    if (isBeingWritten) continue
    const address = await addressOf(file, place, surroundings)
    const answer = await queryServer(address, place.cluster)
    if (answer.state === 'ready') return { address, durable: answer.durable }
    if (answer.state === 'silent' && !(await isPostmaster(file.pid, place.cluster))) {
      await disownPostmasterFile(place.cluster)
      return undefined
    }
  }
  throw fault('stuck', `The PostgreSQL of ${place.home} does not answer: look into ${logOf(place)}.`)
}

/** Resolves when the server takes connections at the address that its settings name. */
export async function startServer(place: Layout, surroundings: Host, binaries: Binaries): Promise<void> {
  await turnLog(place)
  const launch = surroundings.platform === 'win32' ? launchByPgCtl : launchDirectly
  const deadline = performance.now() + childrenPatienceMs
  for (;;) {
    const failure = await launch(place, binaries)
    if (failure === undefined) return
    // Children of a server that was killed may still be about to end.
    const isHeld = /shared memory block/.test(failure)
    if (!isHeld || performance.now() > deadline) {
      throw fault('start', `PostgreSQL does not start (${failure}): look into ${logOf(place)}.`)
    }
    await pause(50)
  }
}

/** The server outlives its starter: it has its own session and writes into a file. Resolves to why it failed. */
async function launchDirectly(place: Layout, { postgres }: Binaries): Promise<string | undefined> {
  const log = await open(logOf(place), 'a', 0o600)
  if (place.owner) await log.chown(place.owner.uid, place.owner.gid)
  const { size: readFrom } = await log.stat()
  const stdio: StdioOptions = ['ignore', log.fd, log.fd]
  const child = startProgram(postgres, ['-D', place.cluster], place, { detached: true, stdio })
  child.unref()
  await log.close()
  let failure: unknown
  let end: number | string | undefined
  ended(child, postgres, 'exit').then(
    (how) => {
      end = how
    },
    (error) => {
      failure = error
    },
  )
  for (const deadline = performance.now() + startPatienceMs; performance.now() < deadline; await pause(4)) {
    if (failure !== undefined) throw failure
    if (end !== undefined) {
      const said = (await readFile(logOf(place))).subarray(readFrom).toString()
      return lastLine(said) || `it ended with ${end}`
    }
    const file = await readPostmasterFile(place.cluster)
    if (file?.pid === child.pid && file?.status === 'ready') return undefined
  }
  return 'it is still recovering, so try again later'
}

/** Windows refuses a server with an administrator's rights; pg_ctl gives them up. */
async function launchByPgCtl(place: Layout, { pgCtl }: Binaries): Promise<string | undefined> {
  const args = ['start', '-w', '-t', String(startPatienceMs / 1000), '-D', place.cluster, '-l', logOf(place)]
  await runProgram(pgCtl, args, place)
  return undefined
}

/** Ends all connections and the server, with everything on disk; a server that is gone already is no fault. */
export async function stopServer(place: Layout, surroundings: Host, binaries: Binaries): Promise<void> {
  const file = await readPostmasterFile(place.cluster)
  if (file === undefined || !(await isPostmaster(file.pid, place.cluster))) return
  if (surroundings.platform === 'win32') {
    await runProgram(binaries.pgCtl, ['stop', '-m', 'fast', '-w', '-D', place.cluster], place)
    return
  }
  process.kill(file.pid, 'SIGINT')
  const deadline = performance.now() + stopPatienceMs
  while (await isAlive(file.pid)) {
    if (performance.now() > deadline) throw fault('stop', `PostgreSQL does not stop: look into ${logOf(place)}.`)
    await pause(5)
  }
  if (file.socketDir !== '' && file.socketDir !== place.home) await rmdir(file.socketDir).catch(() => {})
}

export async function isServerAlive(place: Layout): Promise<boolean> {
  const file = await readPostmasterFile(place.cluster)
  return file !== undefined && (await isAlive(file.pid))
}

export function logOf({ home }: Layout): string {
  return join(home, 'server.log')
}

/** Keeps the log of one start before this one once it has grown. */
async function turnLog(place: Layout): Promise<void> {
  const path = logOf(place)
  const turnAtBytes = 5_000_000
  try {
    if ((await stat(path)).size > turnAtBytes) await rename(path, `${path}.1`)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
}
