// The packs that are installed on this machine: the folders with a manifest.
import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { manifestFile, type PackManifest, packManifest, packName } from './manifest.ts'

export interface InstalledPack {
  manifest: PackManifest
  folder: string
  /** Differs between installations of the same name. */
  id: string
  /** The SHA-256 of the manifest, which has those of all files. */
  hash: string
}

/** Ordered by name. Folders without a valid manifest are left out. */
export function readInstalled(root: string): InstalledPack[] {
  let names: string[]
  try {
    names = readdirSync(root)
  } catch {
    return []
  }
  return names.toSorted().flatMap((name) => {
    if (!packName.safeParse(name).success) return []
    const folder = join(root, name)
    try {
      const path = join(folder, manifestFile)
      const text = readFileSync(path, 'utf8')
      const parsed = packManifest.safeParse(JSON.parse(text))
      if (!parsed.success || parsed.data.name !== name) return []
      return [{ manifest: parsed.data, folder, id: `${name} ${statSync(path).mtimeMs}`, hash: hashOf(text) }]
    } catch {
      return []
    }
  })
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

const freshMs = 1_000

/** Reads the folder again only after a pack was added or removed. */
export function watchInstalled(root: string): () => readonly InstalledPack[] {
  let readAt: number | undefined
  let packs: readonly InstalledPack[] = []
  return () => {
    const changedAt = statSync(root, { throwIfNoEntry: false })?.mtimeMs
    // File systems give the same time to changes that follow each other closely.
    const isFresh = changedAt !== undefined && Date.now() - changedAt < freshMs
    if (isFresh || changedAt !== readAt) {
      readAt = changedAt
      packs = changedAt === undefined ? [] : readInstalled(root)
    }
    return packs
  }
}

const removedFolder = '.removed'

/** Returns false if there is no such folder. Several processes can call it at once. */
export async function moveAway(root: string, name: string): Promise<boolean> {
  await mkdir(join(root, removedFolder), { recursive: true })
  const target = join(root, removedFolder, randomUUID())
  try {
    await rename(join(root, name), target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
  // The pack is removed even if a file of it is still open; the rest is deleted at the next start.
  await rm(target, { recursive: true, force: true }).catch(() => {})
  return true
}

/** Deletes what removals have left that did not end. */
export async function deleteRemoved(root: string): Promise<void> {
  const folder = join(root, removedFolder)
  for (const name of await readdir(folder).catch(() => []))
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => {})
}
