// Decides where the database of a data directory lives, and which user runs it.
import { chown, lstat, mkdir, readlink, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createFallbackDir } from './fallback-dir.ts'
import { fault, hasCode } from './fault.ts'
import { findInaccessiblePath } from './file-access.ts'
import type { Host, Owner } from './host.ts'

export interface Layout {
  /** Holds the cluster, the locks and the server's log; open to the owner alone. */
  home: string
  /** PostgreSQL's own data directory. */
  cluster: string
  /** Who runs PostgreSQL when that is not Parley itself. */
  owner: Owner | undefined
  /** True when root's data directory is closed to the owner, so that the database lives in the refuge. */
  elsewhere: boolean
}

export async function resolveLayout(dataDir: string, surroundings: Host): Promise<Layout> {
  const isRoot = surroundings.self?.uid === 0
  const door = await openFolder(dataDir, async () => {
    await mkdir(dataDir, { recursive: true, mode: dataDirMode(isRoot) })
    const root = await realpath(dataDir)
    const door = join(root, 'postgres')
    if (isRoot && !(await exists(door))) await makeDoor(root, door, surroundings)
    if (!isRoot) await mkdir(door, { mode: 0o700 }).catch(unlessExists)
    return door
  })
  const home = await follow(door)
  const owner = isRoot ? await settleOwner(home, surroundings.nobody) : undefined
  if (!isRoot) await refuseForeign(home, surroundings.self)
  return { home, cluster: join(home, 'cluster'), owner, elsewhere: dirname(home) !== dirname(door) }
}

/** Root's is entered by the user who runs PostgreSQL. */
export const dataDirMode = (isRoot: boolean): number => (isRoot ? 0o711 : 0o700)

async function openFolder(dataDir: string, open: () => Promise<string>): Promise<string> {
  try {
    return await open()
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENAMETOOLONG', 'ENOSPC')) throw error
    throw fault(
      'folder',
      `The data directory ${dataDir} cannot be used (${(error as Error).message}): set DATA_DIR to a folder that Parley may write, or set DATABASE_URL.`,
      error,
    )
  }
}

/** Root's way in: a folder for `nobody` where it can be entered, else a link to one in the refuge. */
async function makeDoor(root: string, door: string, { nobody, refuge }: Host): Promise<void> {
  const barrier = await findInaccessiblePath(root, nobody)
  if (barrier === undefined) await mkdir(door, { mode: 0o700 }).catch(unlessExists)
  else if (refuge === undefined || !(await createFallbackDir(refuge, door, nobody))) throw unreachable(barrier, nobody)
}

async function follow(door: string): Promise<string> {
  try {
    return await realpath(door)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
    const target = await readlink(door)
    throw fault(
      'missing',
      `The database of ${dirname(door)} should be in ${target}, which is gone: bring it back, or remove ${door} to begin anew.`,
      error,
    )
  }
}

/** The folder's present owner runs the server; what root made or restored goes to `nobody`. */
async function settleOwner(home: string, nobody: Owner): Promise<Owner> {
  const { uid, gid } = await stat(home)
  const owner = uid === 0 ? nobody : { uid, gid }
  if (uid === 0) await chown(home, owner.uid, owner.gid)
  const barrier = await findInaccessiblePath(home, owner)
  if (barrier !== undefined) throw unreachable(barrier, owner)
  return owner
}

async function refuseForeign(home: string, self: Owner | undefined): Promise<void> {
  const { uid } = await stat(home)
  if (self === undefined || uid === self.uid) return
  throw fault(
    'foreign',
    `The database in ${home} belongs to user ${uid} and Parley runs as user ${self.uid}: start Parley as that user or as root, or set DATA_DIR to another folder.`,
  )
}

function unreachable(barrier: string, { uid }: Owner) {
  return fault(
    'unreachable',
    `PostgreSQL never runs as root, and user ${uid} that runs it instead cannot enter ${barrier}: set DATA_DIR to a folder that every user can enter (such as /var/lib/parley), or run "chmod o+x ${barrier}", or set DATABASE_URL.`,
  )
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}

function unlessExists(error: unknown): void {
  if (!hasCode(error, 'EEXIST')) throw error
}
