// Removes voice packs, installed or interrupted, and what additions and removals have left that did not end.
import { rm } from 'node:fs/promises'
import { archiveIn, deleteAdding, findAdding, folderOf, forgetAdding, listAdding } from './adding.ts'
import { deleteRemoved, moveAway, readInstalled } from './installed.ts'
import { packName } from './manifest.ts'
import { PackError } from './pack-error.ts'

/**
 * Removes an installed pack and what was downloaded of it; `name` can be the key of an addition. Throws a `PackError`
 * with `not_found`. Calls that speak with the pack continue with the built-in voice.
 */
export async function removePack(root: string, name: string): Promise<void> {
  const isName = packName.safeParse(name).success
  const wasAdded = isName && (await findAdding(root, name)) !== undefined
  if (wasAdded) await forgetAdding(root, name)
  // The folder can be one without a valid manifest.
  const wasInstalled = isName && (await moveAway(root, name))
  if (!wasAdded && !wasInstalled) throw new PackError('not_found', 'No pack of this name is installed.')
}

/** Deletes what processes have left that were killed. */
export async function tidyPacks(root: string): Promise<void> {
  await deleteRemoved(root)
  const installed = new Set(readInstalled(root).map(({ manifest }) => manifest.name))
  for (const { key, installing, isRunning, canResume } of await listAdding(root)) {
    if (isRunning) continue
    if (installing !== undefined && installed.has(installing)) await deleteAdding(root, key)
    else if (!canResume) await rm(archiveIn(folderOf(root, key)), { force: true })
  }
}
