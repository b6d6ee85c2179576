// Checks whether another user can enter a folder or use a file, and writes files for that user.
import { chown, lstat, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Owner } from './host.ts'

/** Returns the first folder on the path to `folder` that `who` cannot enter, if any. */
export async function findInaccessiblePath(folder: string, who: Owner): Promise<string | undefined> {
  const way = [folder]
  while (way[0] !== dirname(way[0]!)) way.unshift(dirname(way[0]!))
  for (const step of way) if (!(await permits(step, who, 0o1))) return step
  return undefined
}

/** Whether `who` can read a file, and execute it if `needed` is `run`. */
export async function canUse(file: string, who: Owner, needed: 'read' | 'run'): Promise<boolean> {
  if ((await findInaccessiblePath(dirname(file), who)) !== undefined) return false
  return permits(file, who, needed === 'run' ? 0o5 : 0o4)
}

async function permits(path: string, who: Owner, needed: number): Promise<boolean> {
  const { mode, uid, gid } = await stat(path)
  const shift = uid === who.uid ? 6 : gid === who.gid ? 3 : 0
  return ((mode >> shift) & needed) === needed
}

export function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}

/** Replaces a file atomically, if its text differs, and gives it to the owner. Returns whether the text differed. */
export async function replaceFile(path: string, text: string, owner: Owner | undefined): Promise<boolean> {
  if ((await readFile(path, 'utf8').catch(() => '')) === text) return false
  await writeFile(`${path}.new`, text, { mode: 0o600, flush: true })
  if (owner) await chown(`${path}.new`, owner.uid, owner.gid)
  await rename(`${path}.new`, path)
  return true
}
