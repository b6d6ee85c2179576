// The PostgreSQL that Parley brings along: one server per data directory, shared by every Parley that uses it.
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
  /** Parley's own data directory; the database takes the folder `postgres` in it. */
  dataDir: string
  log: Log
  /** True unless given: what is committed is on disk. False is for tests alone. */
  durable?: boolean
}

export interface EmbeddedPostgres extends AsyncDisposable {
  connectionString: string
  /** True when the server ran already: another Parley's, or one that a killed Parley left behind. */
  adopted: boolean
}

/** Resolves when the database `parley` takes connections; refuses with one sentence that says what to do. */
export async function openEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
  surroundings: Host = currentHost(),
): Promise<EmbeddedPostgres> {
  const { log } = options
  const startedAt = performance.now()
  findPackageDir(surroundings)
  const place = await resolveLayout(options.dataDir, surroundings)
  if (place.elsewhere) {
    log.warn({ folder: place.home }, 'database lives outside the data directory, which the user nobody cannot enter')
  }

  const lock = await takeStartLock(place)
  let user: Lock | undefined
  try {
    user = await joinUsers(place)
    const binaries = await findBinaries(place, surroundings)
    const base: Base = { place, surroundings, binaries, durable: options.durable ?? true }
    const { address, adopted } = await ensureServer(base)
    await ensureDatabase(address)
    log.info({ folder: place.home, adopted, durationMs: Math.round(performance.now() - startedAt) }, 'database is up')
    const stopWatching = watchServer(base, log)
    const leave = once(async () => {
      await stopWatching()
      await leaveServer(base, user!)
    })
    return { connectionString: connectionStringOf(address), adopted, [Symbol.asyncDispose]: leave }
  } catch (error) {
    user?.release()
    throw error
  } finally {
    lock.release()
  }
}

/** The users' lock is shared while Parleys run and free when all have ended, however they ended. */
async function leaveServer(base: Base, user: Lock): Promise<void> {
  // PostgreSQL ends by itself when its folder has been removed.
  if (!existsSync(base.place.home)) return user.release()
  const lock = await takeStartLock(base.place)
  try {
    user.release()
    const last = tryHoldAlone(usersFile(base.place))
    if (last === undefined) return
    try {
      await stopServer(base.place, base.surroundings, base.binaries)
    } finally {
      last.release()
    }
  } finally {
    lock.release()
  }
}

/** Brings a server back that ended while Parley runs; the returned function ends the watch. */
function watchServer(base: Base, log: Log): () => Promise<void> {
  let isFailing = false
  let checking = Promise.resolve()
  let isChecking = false
  const check = async () => {
    isChecking = true
    try {
      if ((await isServerAlive(base.place)) || !existsSync(base.place.home)) return
      const lock = await takeStartLock(base.place)
      try {
        const { adopted } = await ensureServer(base)
        if (!adopted) log.warn({ folder: base.place.home }, 'database had ended and was started again')
        isFailing = false
      } finally {
        lock.release()
      }
    } catch (error) {
      if (!isFailing) log.error({ error }, 'database has ended and does not start again')
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

async function takeStartLock(place: Layout): Promise<Lock> {
  const path = join(place.home, 'start.lock')
  const lock = await holdAlone(path, lockPatienceMs)
  if (place.owner) await chown(path, place.owner.uid, place.owner.gid)
  return lock
}

async function joinUsers(place: Layout): Promise<Lock> {
  const path = usersFile(place)
  const lock = tryHoldShared(path)
  if (lock === undefined) throw fault('busy', `Something else has locked ${path}: end it, or set DATABASE_URL.`)
  if (place.owner) await chown(path, place.owner.uid, place.owner.gid)
  return lock
}

function usersFile({ home }: Layout): string {
  return join(home, 'users.lock')
}

function once(work: () => Promise<void>): () => Promise<void> {
  let begun: Promise<void> | undefined
  return () => {
    begun ??= work()
    return begun
  }
}
