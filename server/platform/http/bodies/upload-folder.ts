// Temporary files for the uploads of requests. They are deleted when the request ends, or after their process has died.
import { randomUUID } from 'node:crypto'
import { chmod, type FileHandle, mkdir, open, readdir, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProcessLiveness } from '../../database/process-liveness.ts'

export interface TemporaryFile extends AsyncDisposable {
  path: string
  handle: FileHandle
}

export interface UploadFolder extends AsyncDisposable {
  /** Creates an empty file that only this user can read. Disposing of it deletes it. */
  createFile(): Promise<TemporaryFile>
}

/** Every process has a folder of its own in `folder`. Deletes the folders of dead processes. */
export async function openUploadFolder(folder: string, liveness: ProcessLiveness): Promise<UploadFolder> {
  const own = join(folder, liveness.id)
  await mkdir(own, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  await Promise.all((await readdir(folder)).map((name) => removeIfDead(folder, name, liveness)))
  return {
    async createFile() {
      const path = join(own, randomUUID())
      // Another process may have taken this one for dead while its connection to the database was lost.
      await mkdir(own, { recursive: true, mode: 0o700 })
      const handle = await open(path, 'wx', 0o600)
      return {
        path,
        handle,
        async [Symbol.asyncDispose]() {
          await handle.close()
          await unlink(path).catch(unlessMissing)
        },
      }
    },
    [Symbol.asyncDispose]: () => rm(own, { recursive: true, force: true }),
  }
}

async function removeIfDead(folder: string, name: string, liveness: ProcessLiveness): Promise<void> {
  if (await liveness.isDead(name)) await rm(join(folder, name), { recursive: true, force: true })
}

function unlessMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
