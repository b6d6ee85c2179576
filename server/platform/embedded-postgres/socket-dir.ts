// Finds a folder whose path is short enough for the server's Unix socket.
import { createHash } from 'node:crypto'
import { chown, lstat, mkdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fault, hasCode } from './fault.ts'
import { findInaccessiblePath } from './file-access.ts'
import type { Host } from './host.ts'
import type { Layout } from './layout.ts'

/** The shortest limit among the systems: 104 bytes with the closing zero, on macOS. */
const longestSocketPath = 103

export async function makeSocketDir(place: Layout, surroundings: Host): Promise<string> {
  if (isShortEnough(place.home)) return place.home
  const who = place.owner ?? surroundings.self
  const { ino, birthtimeMs } = await stat(place.cluster)
  const key = createHash('sha256').update(`${place.home}\n${ino}\n${birthtimeMs}`).digest('hex').slice(0, 16)
  for (const temporary of surroundings.temporary) {
    const above = await realpath(temporary)
    const folder = join(above, `parley-${key}`)
    if (!isShortEnough(folder)) continue
    if (place.owner && (await findInaccessiblePath(above, place.owner)) !== undefined) continue
    try {
      await mkdir(folder, { mode: 0o700 })
      if (place.owner) await chown(folder, place.owner.uid, place.owner.gid)
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) continue
    }
    // The folder stands where everyone may write: one that someone else laid there is not used.
    const found = await lstat(folder)
    if (found.isDirectory() && found.uid === who?.uid && (found.mode & 0o077) === 0) return folder
  }
  throw fault('socket', `The path ${place.home} is too long for a Unix socket: set DATA_DIR to a shorter one.`)
}

function isShortEnough(folder: string): boolean {
  return Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= longestSocketPath
}
