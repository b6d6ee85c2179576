// Runs the embedded PostgreSQL: one server per data directory, shared by all processes that use it.
import { existsSync } from 'node:fs'
import { chown } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../observability/log.ts'
import { type Address, connectionStringOf, newAddress, passwordFileOf, settlePassword } from './address.ts'
import { type Binaries, findBinaries, findPackageDir } from './binaries.ts'
import { ensureCluster, isCluster, syncCluster } from './cluster.ts'
import { fault } from './fault.ts'
import { currentHost, type Host } from './host.ts'
import { type Layout, resolveLayout } from './layout.ts'
import { holdAlone, type Lock, tryHoldAlone, tryHoldShared } from './locks.ts'
import { ensureDatabase, reloadSettings } from './queries.ts'
import { findServer, isServerAlive, startServer, stopServer } from './server.ts'
import { wasNotDurable, writeServerSettings } from './server-settings.ts'
import { restrictSocket } from './socket-access.ts'

export { dataDirMode } from './layout.ts'

export interface EmbeddedPostgresOptions {
  /** The data directory of Parley; the database is in its folder `postgres`. */
  dataDir: string
  log: Log
  /** Whether commits are durable. Default: true. False is only for tests. */
  durable?: boolean
}

export type EmbeddedPostgres = Awaited<ReturnType<typeof openEmbeddedPostgres>>

interface Base {
  layout: Layout
  host: Host
  binaries: Binaries
  durable: boolean
}

/**
 * Resolves when the database `parley` accepts connections. `adopted` is true if the server was already running. Errors
 * tell the operator what to do.
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions, host: Host = currentHost()) {
  const { log } = options
  const startedAt = performance.now()
  findPackageDir(host)
  const layout = await resolveLayout(options.dataDir, host)
  if (layout.isFallback) {
    log.warn({ folder: layout.dir }, 'the database is outside the data directory, which the user nobody cannot enter')
  }

  using _lock = await takeStartLock(layout)
  let user: Lock | undefined
  try {
    user = await joinUsers(layout)
    const binaries = await findBinaries(layout, host)
    const base: Base = { layout, host, binaries, durable: options.durable ?? true }
    const { address, adopted } = await ensureServer(base)
    await ensureDatabase(address)
    log.info({ folder: layout.dir, adopted, durationMs: Math.round(performance.now() - startedAt) }, 'database started')
    const stopWatching = watchServer(base, log)
    const leave = once(async () => {
      await stopWatching()
      await leaveServer(base, user!)
    })
    return { connectionString: connectionStringOf(address), adopted, [Symbol.asyncDispose]: leave }
  } catch (error) {
    user?.release()
    throw error
  }
}

/** Starts the server or adopts a running one. The caller holds the start lock. */
async function ensureServer(base: Base): Promise<{ address: Address; adopted: boolean }> {
  const { layout, host, binaries, durable } = base
  const isLoopback = host.transport === 'loopback'
  // Before connecting, because an earlier version or another user may have started the server.
  if (!isLoopback && (await isCluster(layout.cluster))) await restrictSocket(layout, host)
  const found = await findServer(layout, host)
  if (found) {
    if (durable && !found.durable) await makeDurable(base, found.address)
    return { address: found.address, adopted: true }
  }
  if (isLoopback) await settlePassword(layout)
  await ensureCluster(layout, binaries, { durable, passwordFile: isLoopback ? passwordFileOf(layout) : undefined })
  if (durable && (await wasNotDurable(layout))) await syncCluster(layout, binaries)
  if (!isLoopback) await restrictSocket(layout, host)
  const address = await newAddress(layout, host)
  await writeServerSettings(layout, address, durable)
  await startServer(layout, host, binaries)
  return { address, adopted: false }
}

/** The server was started with fsync off; from here on it must be durable. */
async function makeDurable({ layout, binaries }: Base, address: Address): Promise<void> {
  await writeServerSettings(layout, address, true)
  await reloadSettings(address)
  await syncCluster(layout, binaries)
}

/** Processes hold the users' lock in shared mode. It is free when all of them have ended. */
async function leaveServer(base: Base, user: Lock): Promise<void> {
  // PostgreSQL exits by itself if its folder is removed.
  if (!existsSync(base.layout.dir)) return user.release()
  using _lock = await takeStartLock(base.layout)
  user.release()
  using last = tryHoldAlone(usersFile(base.layout))
  if (last !== undefined) await stopServer(base.layout, base.host, base.binaries)
}

/** Restarts a server that exits while Parley runs. Returns a function that stops this. */
function watchServer(base: Base, log: Log): () => Promise<void> {
  let isFailing = false
  let checking: Promise<void> | undefined
  const check = async () => {
    try {
      if ((await isServerAlive(base.layout)) || !existsSync(base.layout.dir)) return
      using _lock = await takeStartLock(base.layout)
      const { adopted } = await ensureServer(base)
      if (!adopted) log.warn({ folder: base.layout.dir }, 'the database server exited and was restarted')
      isFailing = false
    } catch (error) {
      if (!isFailing) log.error({ error }, 'the database server exited and cannot be restarted')
      isFailing = true
    } finally {
      checking = undefined
    }
  }
  const timer = setInterval(() => {
    checking ??= check()
  }, 1_000).unref()
  return async () => {
    clearInterval(timer)
    await checking
  }
}

async function takeStartLock({ dir, owner }: Layout): Promise<Lock> {
  const path = join(dir, 'start.lock')
  const lock = await holdAlone(path, 180_000)
  if (owner) await chown(path, owner.uid, owner.gid)
  return lock
}

async function joinUsers(layout: Layout): Promise<Lock> {
  const path = usersFile(layout)
  const lock = tryHoldShared(path)
  if (lock === undefined) throw fault('busy', `Another program has locked ${path}: stop it, or set DATABASE_URL.`)
  if (layout.owner) await chown(path, layout.owner.uid, layout.owner.gid)
  return lock
}

function usersFile({ dir }: Layout): string {
  return join(dir, 'users.lock')
}

function once(work: () => Promise<void>): () => Promise<void> {
  let begun: Promise<void> | undefined
  return () => {
    begun ??= work()
    return begun
  }
}
