// Lists the packs that can be added, those that are being added, and those that are installed.
import { type Adding, listAdding } from './adding.ts'
import { readInstalled } from './installed.ts'
import { type KnownPack, knownPacks } from './known-packs.ts'
import type { PackDescription } from './manifest.ts'

export interface ListedPack {
  /** Undefined while a pack of one's own is added, because its manifest is not known yet. */
  description: PackDescription | undefined
  /** The size of the archive or of an installed pack; 0 if it is not known. */
  bytes: number
  isInstalled: boolean
  /** The addition that runs, was interrupted or has failed. */
  adding: Adding | undefined
}

/** Installed packs first, then those that are being added, then the others. */
export async function listPacks(root: string, known: readonly KnownPack[] = knownPacks()): Promise<ListedPack[]> {
  const additions = await listAdding(root)
  const installed = readInstalled(root).map(({ manifest: { files, ...description } }) => ({
    description,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    isInstalled: true,
    adding: undefined,
  }))
  const isInstalled = (name: string) => installed.some(({ description }) => description.name === name)
  const others = known
    .filter(({ description }) => !isInstalled(description.name))
    .map(({ description, archive }) => ({
      description,
      bytes: archive.bytes,
      isInstalled: false,
      adding: additions.find(({ name }) => name === description.name),
    }))
  const own = additions
    .filter(({ name }) => name === undefined)
    .map((adding) => ({ description: undefined, bytes: adding.totalBytes, isInstalled: false, adding }))
  return [...installed, ...own, ...others.toSorted((a, b) => Number(!a.adding) - Number(!b.adding))]
}
