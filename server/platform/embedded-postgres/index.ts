// Runs the embedded PostgreSQL: one server per data directory, shared by all processes that use it.
import { existsSync } from 'node:fs'
import { chown } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../observability/log.ts'
import { connectionStringOf } from './address.ts'
import { findBinaries, findPackageDir } from './binaries.ts'
import { type Base, ensureServer } from './ensure-server.ts'
import { fault } from './fault.ts'
import { currentHost, type Host } from './host.ts'
import { type Layout, resolveLayout } from './layout.ts'
import { holdAlone, type Lock, tryHoldAlone, tryHoldShared } from './locks.ts'
import { ensureDatabase } from './queries.ts'
import { isServerAlive, stopServer } from './server.ts'

export { dataDirMode } from './layout.ts'

const lockPatienceMs = 180_000
const watchEveryMs = 1_000

export interface EmbeddedPostgresOptions {
  /** The data directory of Parley; the database is in its folder `postgres`. */
  dataDir: string
  log: Log
  /** Whether commits are durable. Default: true. False is only for tests. */
  durable?: boolean
}

export interface EmbeddedPostgres extends AsyncDisposable {
  connectionString: string
  /** True if the server was already running. */
  adopted: boolean
}

/** Resolves when the database `parley` accepts connections. Errors tell the operator what to do. */
export async function openEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
  host: Host = currentHost(),
): Promise<EmbeddedPostgres> {
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
  let checking = Promise.resolve()
  let isChecking = false
  const check = async () => {
    isChecking = true
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
      isChecking = false
    }
  }
  const timer = setInterval(() => {
    if (!isChecking) checking = check()
  }, watchEveryMs).unref()
  return () => {
    clearInterval(timer)
    return checking
  }
}

async function takeStartLock(layout: Layout): Promise<Lock> {
  const path = join(layout.dir, 'start.lock')
  const lock = await holdAlone(path, lockPatienceMs)
  if (layout.owner) await chown(path, layout.owner.uid, layout.owner.gid)
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
