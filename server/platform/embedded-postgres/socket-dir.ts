// Finds a folder with a path that is short enough for a Unix socket.
import { createHash } from 'node:crypto'
import { chown, lstat, mkdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fault, hasCode } from './fault.ts'
import { findInaccessiblePath } from './file-access.ts'
import type { Host } from './host.ts'
import type { Layout } from './layout.ts'

/** The limit on macOS, the shortest one: 104 bytes with the terminating zero. */
const longestSocketPath = 103

export async function makeSocketDir(layout: Layout, host: Host): Promise<string> {
  if (isShortEnough(layout.dir)) return layout.dir
  const who = layout.owner ?? host.self
  const { ino, birthtimeMs } = await stat(layout.cluster)
  const key = createHash('sha256').update(`${layout.dir}\n${ino}\n${birthtimeMs}`).digest('hex').slice(0, 16)
  for (const temporary of host.temporary) {
    const above = await realpath(temporary)
    const folder = join(above, `parley-${key}`)
    if (!isShortEnough(folder)) continue
    if (layout.owner && (await findInaccessiblePath(above, layout.owner)) !== undefined) continue
    try {
      await mkdir(folder, { mode: 0o700 })
      if (layout.owner) await chown(folder, layout.owner.uid, layout.owner.gid)
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) continue
    }
    // The parent folder is world-writable, so a folder that another user created is not used.
    const found = await lstat(folder)
    if (found.isDirectory() && found.uid === who?.uid && (found.mode & 0o077) === 0) return folder
  }
  throw fault('socket', `The path ${layout.dir} is too long for a Unix socket: set DATA_DIR to a shorter one.`)
}

function isShortEnough(folder: string): boolean {
  return Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= longestSocketPath
}
