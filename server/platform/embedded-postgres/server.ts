// Starts, finds and stops the server of a data directory. The caller holds the start lock.
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

/** Finds the running server and waits while it starts or stops. If there is none, removes its stale files. */
export async function findServer(
  layout: Layout,
  host: Host,
): Promise<{ address: Address; durable: boolean } | undefined> {
  const startedAt = performance.now()
  for (; performance.now() < startedAt + startPatienceMs; await pause(10)) {
    const file = await readPostmasterFile(layout.cluster)
    if (file === undefined) return undefined
    const isBeingWritten = file.pid === 0 && performance.now() < startedAt + 500
    if (isBeingWritten) continue
    const address = await addressOf(file, layout, host)
    const answer = await queryServer(address, layout.cluster)
    if (answer.state === 'ready') return { address, durable: answer.durable }
    if (answer.state === 'silent' && !(await isPostmaster(file.pid, layout.cluster))) {
      await disownPostmasterFile(layout.cluster)
      return undefined
    }
  }
  throw fault('stuck', `The PostgreSQL of ${layout.dir} does not respond: see ${logOf(layout)}.`)
}

/** Resolves when the server accepts connections. */
export async function startServer(layout: Layout, host: Host, binaries: Binaries): Promise<void> {
  await turnLog(layout)
  const launch = host.platform === 'win32' ? launchByPgCtl : launchDirectly
  const deadline = performance.now() + childrenPatienceMs
  for (;;) {
    const failure = await launch(layout, binaries)
    if (failure === undefined) return
    // Children of a killed server may still be exiting.
    const isHeld = /shared memory block/.test(failure)
    if (!isHeld || performance.now() > deadline) {
      throw fault('start', `PostgreSQL does not start (${failure}): see ${logOf(layout)}.`)
    }
    await pause(50)
  }
}

/** The server has its own session and log file, so that it outlives its starter. Resolves to the reason of a failure. */
async function launchDirectly(layout: Layout, { postgres }: Binaries): Promise<string | undefined> {
  const log = await open(logOf(layout), 'a', 0o600)
  if (layout.owner) await log.chown(layout.owner.uid, layout.owner.gid)
  const { size: readFrom } = await log.stat()
  const stdio: StdioOptions = ['ignore', log.fd, log.fd]
  const child = startProgram(postgres, ['-D', layout.cluster], layout, { detached: true, stdio })
  child.unref()
  await log.close()
  const exit = ended(child, postgres, 'exit')
  let hasEnded = false
  const end = (): void => {
    hasEnded = true
  }
  exit.then(end, end)
  for (const deadline = performance.now() + startPatienceMs; performance.now() < deadline; await pause(4)) {
    if (hasEnded) {
      const how = await exit
      const said = (await readFile(logOf(layout))).subarray(readFrom).toString()
      return lastLine(said) || `it exited with ${how}`
    }
    const file = await readPostmasterFile(layout.cluster)
    if (file?.pid === child.pid && file?.status === 'ready') return undefined
  }
  return 'it is still recovering, so try again later'
}

/** PostgreSQL refuses administrator rights on Windows; pg_ctl drops them. */
async function launchByPgCtl(layout: Layout, { pgCtl }: Binaries): Promise<string | undefined> {
  const args = ['start', '-w', '-t', String(startPatienceMs / 1000), '-D', layout.cluster, '-l', logOf(layout)]
  await runProgram(pgCtl, args, layout)
  return undefined
}

/** Closes all connections and stops the server cleanly. A server that is already gone is not an error. */
export async function stopServer(layout: Layout, host: Host, binaries: Binaries): Promise<void> {
  const file = await readPostmasterFile(layout.cluster)
  if (file === undefined || !(await isPostmaster(file.pid, layout.cluster))) return
  if (host.platform === 'win32') {
    await runProgram(binaries.pgCtl, ['stop', '-m', 'fast', '-w', '-D', layout.cluster], layout)
    return
  }
  process.kill(file.pid, 'SIGINT')
  const deadline = performance.now() + stopPatienceMs
  while (await isAlive(file.pid)) {
    if (performance.now() > deadline) throw fault('stop', `PostgreSQL does not stop: see ${logOf(layout)}.`)
    await pause(5)
  }
  if (file.socketDir !== '' && file.socketDir !== layout.dir) await rmdir(file.socketDir).catch(() => {})
}

export async function isServerAlive(layout: Layout): Promise<boolean> {
  const file = await readPostmasterFile(layout.cluster)
  return file !== undefined && (await isAlive(file.pid))
}

export function logOf({ dir }: Layout): string {
  return join(dir, 'server.log')
}

/** Rotates the log at a start if it is large, and keeps one previous file. */
async function turnLog(layout: Layout): Promise<void> {
  const path = logOf(layout)
  try {
    if ((await stat(path)).size > 5_000_000) await rename(path, `${path}.1`)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
}
