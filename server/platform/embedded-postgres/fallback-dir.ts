// A home for the database of a root whose data directory is closed to other users, as under /root.
import { randomBytes } from 'node:crypto'
import { chmod, lstat, mkdir, realpath, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from './fault.ts'
import { findInaccessiblePath } from './file-access.ts'
import type { Owner } from './host.ts'

/**
 * Makes a folder in the refuge and a link to it at `door`. The link, not the path, ties the two together: a data
 * directory that is moved keeps its database, and one that is removed and made again begins with an empty one.
 * False when the refuge is not fit to hold a database.
 */
export async function createFallbackDir(refuge: string, door: string, who: Owner): Promise<boolean> {
  if (!(await isFit(refuge, who))) return false
  const home = join(refuge, `postgres-${randomBytes(6).toString('hex')}`)
  await mkdir(home, { mode: 0o700 })
  try {
    await symlink(home, door)
  } catch (error) {
    await rm(home, { recursive: true })
    if (!hasCode(error, 'EEXIST')) throw error
  }
  return true
}

/** A folder that root alone may change and that `who` may pass. */
async function isFit(refuge: string, who: Owner): Promise<boolean> {
  try {
    await mkdir(refuge)
    await chmod(refuge, 0o711)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) return false
  }
  const found = await lstat(refuge)
  const rootsAlone = found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0
  return rootsAlone && (await findInaccessiblePath(await realpath(refuge), who)) === undefined
}
