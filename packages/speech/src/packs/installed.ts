// The packs that are installed on this machine: the folders with a manifest.
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { manifestFile, type PackManifest, packManifest, packName } from './manifest.ts'
import { PackError } from './pack-error.ts'

export interface InstalledPack {
  manifest: PackManifest
  folder: string
  /** Differs between installations of the same name. */
  id: string
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
      const parsed = packManifest.safeParse(JSON.parse(readFileSync(path, 'utf8')))
      if (!parsed.success || parsed.data.name !== name) return []
      return [{ manifest: parsed.data, folder, id: `${name} ${statSync(path).mtimeMs}` }]
    } catch {
      return []
    }
  })
}

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

/** Throws a `PackError` with `not_found`. Calls that speak with the pack continue with the built-in voice. */
export async function removePack(root: string, name: string): Promise<void> {
  const known = packName.safeParse(name)
  const removed = join(root, '.removed')
  await mkdir(removed, { recursive: true })
  const target = join(removed, randomUUID())
  try {
    if (!known.success) throw new PackError('not_found', 'No pack of this name is installed.')
    await rename(join(root, name), target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      throw new PackError('not_found', 'No pack of this name is installed.', { cause: error })
    })
  } finally {
    await rm(removed, { recursive: true, force: true })
  }
}
