// A file system in memory that can be full. Only root can mount one.
import { execFile, spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

export type SmallDisk = NonNullable<Awaited<ReturnType<typeof openSmallDisk>>>

const run = promisify(execFile)

/** Undefined if this process may not mount file systems. */
export async function openSmallDisk(folder: string, bytes: number) {
  const isMounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=755`, 'tmpfs', folder]).then(
    () => true,
    () => false,
  )
  if (!isMounted) return undefined
  const unmount = () => void spawnSync('umount', ['--lazy', folder])
  process.once('exit', unmount)
  const filler = join(folder, 'filler')
  return {
    /** Takes all the space that is left. */
    async fill(): Promise<void> {
      // dd writes until the disk is full, which it reports as an error.
      await run('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M', 'conv=notrunc', 'oflag=append']).catch(() => {})
      await run('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4k', 'conv=notrunc', 'oflag=append']).catch(() => {})
    },
    free: (): Promise<void> => rm(filler, { force: true }),
    async [Symbol.asyncDispose](): Promise<void> {
      process.off('exit', unmount)
      unmount()
    },
  }
}
