// Determines where the database of a data directory is stored and which user runs it.
import { randomBytes } from 'node:crypto'
import { chmod, chown, lstat, mkdir, readlink, realpath, rm, stat, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fault, hasCode } from './fault.ts'
import { exists, findInaccessiblePath } from './file-access.ts'
import type { Host, Owner } from './host.ts'

export interface Layout {
  /** Contains the cluster, the locks and the server log. Only its owner can enter it. */
  dir: string
  /** The data directory of PostgreSQL. */
  cluster: string
  /** The user that runs PostgreSQL, if it is not the user of Parley. */
  owner: Owner | undefined
  /** True if the owner cannot enter the data directory of root, so the database is in the fallback folder. */
  isFallback: boolean
}

export async function resolveLayout(dataDir: string, host: Host): Promise<Layout> {
  const isRoot = host.self?.uid === 0
  const link = await openFolder(dataDir, async () => {
    await mkdir(dataDir, { recursive: true, mode: dataDirMode(isRoot) })
    const root = await realpath(dataDir)
    const link = join(root, 'postgres')
    if (isRoot && !(await exists(link))) await createDatabaseDir(root, link, host)
    if (!isRoot) await mkdir(link, { mode: 0o700 }).catch(unlessExists)
    return link
  })
  const dir = await follow(link)
  const owner = isRoot ? await settleOwner(dir, host.nobody) : undefined
  if (!isRoot) await refuseForeign(dir, host.self)
  return { dir, cluster: join(dir, 'cluster'), owner, isFallback: dirname(dir) !== dirname(link) }
}

/** The folder of root is entered by the user who runs PostgreSQL. */
export const dataDirMode = (isRoot: boolean): number => (isRoot ? 0o711 : 0o700)

async function openFolder(dataDir: string, open: () => Promise<string>): Promise<string> {
  try {
    return await open()
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENAMETOOLONG', 'ENOSPC')) throw error
    throw fault(
      'folder',
      `The data directory ${dataDir} cannot be used (${(error as Error).message}): set DATA_DIR to a writable folder, or set DATABASE_URL.`,
      error,
    )
  }
}

/** Used if Parley runs as root. Creates a folder that the user `nobody` owns, or a link to the fallback folder. */
async function createDatabaseDir(root: string, link: string, { nobody, fallbackRoot }: Host): Promise<void> {
  const barrier = await findInaccessiblePath(root, nobody)
  if (barrier === undefined) await mkdir(link, { mode: 0o700 }).catch(unlessExists)
  else if (fallbackRoot === undefined || !(await createFallbackDir(fallbackRoot, link, nobody)))
    throw unreachable(barrier, nobody)
}

/**
 * Creates a folder in `fallbackRoot` and a link to it. Because only the link connects the two, a data directory that is
 * moved keeps its database, and one that is removed and created again starts with an empty one.
 * Returns false if `fallbackRoot` cannot be used.
 */
async function createFallbackDir(fallbackRoot: string, link: string, who: Owner): Promise<boolean> {
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

async function follow(link: string): Promise<string> {
  try {
    return await realpath(link)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
    const target = await readlink(link)
    throw fault(
      'missing',
      `The database of ${dirname(link)} should be in ${target}, which is missing: restore it, or remove ${link} to start with an empty database.`,
      error,
    )
  }
}

/** Returns the user that runs PostgreSQL: the owner of the folder. If root owns it, the user `nobody` becomes the owner. */
async function settleOwner(dir: string, nobody: Owner): Promise<Owner> {
  const { uid, gid } = await stat(dir)
  const owner = uid === 0 ? nobody : { uid, gid }
  if (uid === 0) await chown(dir, owner.uid, owner.gid)
  const barrier = await findInaccessiblePath(dir, owner)
  if (barrier !== undefined) throw unreachable(barrier, owner)
  return owner
}

async function refuseForeign(dir: string, self: Owner | undefined): Promise<void> {
  const { uid } = await stat(dir)
  if (self === undefined || uid === self.uid) return
  throw fault(
    'foreign',
    `The database in ${dir} belongs to user ${uid} and Parley runs as user ${self.uid}: start Parley as that user or as root, or set DATA_DIR to another folder.`,
  )
}

function unreachable(barrier: string, { uid }: Owner) {
  return fault(
    'unreachable',
    `PostgreSQL never runs as root, and user ${uid} that runs it instead cannot enter ${barrier}: set DATA_DIR to a folder that every user can enter (such as /var/lib/parley), or run "chmod o+x ${barrier}", or set DATABASE_URL.`,
  )
}

function unlessExists(error: unknown): void {
  if (!hasCode(error, 'EEXIST')) throw error
}
