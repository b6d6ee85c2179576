// The folder for everything that a test run writes, in memory if enough is free.
import { chmod, mkdir, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findInaccessiblePath } from '#server/platform/embedded-postgres/file-access.ts'
import { currentHost } from '#server/platform/embedded-postgres/host.ts'

const memory = '/dev/shm'
const neededBytes = 4 * 1024 ** 3
const prefix = 'parley-tests-'

/**
 * Tests create and drop hundreds of databases with hundreds of files each, which takes several times as long on a disk.
 * If the variable `TMPDIR` is set, its folder is used, unless PostgreSQL would have to keep its files elsewhere, because
 * the tests run as root and its user cannot enter the folder. The folder is deleted on disposal.
 */
export async function createTestFolder(): Promise<AsyncDisposable & { path: string }> {
  const isFree = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize >= neededBytes,
    () => false,
  )
  const isChosen = process.env['TMPDIR'] && (await isUsable(tmpdir()))
  const parent = isFree && !isChosen ? memory : tmpdir()
  await deleteAbandoned(parent)
  const path = join(parent, prefix + process.pid)
  await mkdir(path, { recursive: true })
  // PostgreSQL runs as another user if the tests run as root.
  await chmod(path, 0o1777)
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) }
}

async function isUsable(folder: string): Promise<boolean> {
  const { self, nobody } = currentHost()
  return self?.uid !== 0 || (await findInaccessiblePath(folder, nobody)) === undefined
}

/** A run that was killed leaves its folder behind. Folders of other users cannot be deleted. */
async function deleteAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN
    if (Number.isInteger(pid) && (pid === process.pid || !isAlive(pid)))
      await rm(join(parent, name), { recursive: true, force: true }).catch(() => {})
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
