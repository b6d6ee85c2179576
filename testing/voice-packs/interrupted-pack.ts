// Leaves what an interrupted download of a voice pack leaves.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns what identifies the pack in requests. */
export async function leaveInterruptedPack(packsFolder: string): Promise<string> {
  const pack = `own-${crypto.randomUUID()}`
  const folder = join(packsFolder, '.adding', pack)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'state.json'), JSON.stringify({ source: pack, step: 'downloading', totalBytes: 0 }))
  return pack
}
