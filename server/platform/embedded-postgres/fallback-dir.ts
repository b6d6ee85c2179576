// Creates the folder of a database outside the data directory, if root runs Parley and `nobody` cannot enter it.
import { randomBytes } from 'node:crypto'
import { chmod, lstat, mkdir, realpath, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from './fault.ts'
import { findInaccessiblePath } from './file-access.ts'
import type { Owner } from './host.ts'

/**
 * Creates a folder in `fallbackRoot` and a link to it. Because only the link connects the two, a data directory that is
 * moved keeps its database, and one that is removed and created again starts with an empty one.
 * Returns false if `fallbackRoot` cannot be used.
 */
export async function createFallbackDir(fallbackRoot: string, link: string, who: Owner): Promise<boolean> {
  if (!(await isFit(fallbackRoot, who))) return false
  const dir = join(fallbackRoot, `postgres-${randomBytes(6).toString('hex')}`)
  await mkdir(dir, { mode: 0o700 })
  try {
    await symlink(dir, link)
  } catch (error) {
    await rm(dir, { recursive: true })
    if (!hasCode(error, 'EEXIST')) throw error
  }
  return true
}

/** Only root may change the folder, and `who` can enter it. */
async function isFit(fallbackRoot: string, who: Owner): Promise<boolean> {
  try {
    await mkdir(fallbackRoot)
    await chmod(fallbackRoot, 0o711)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) return false
  }
  const found = await lstat(fallbackRoot)
  const rootsAlone = found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0
  return rootsAlone && (await findInaccessiblePath(await realpath(fallbackRoot), who)) === undefined
}
