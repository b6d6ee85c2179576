// The folder in which Parley keeps what is not in the database: there before anything is opened, or a sentence why not.
import { access, constants, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { dataDirMode } from '../platform/embedded-postgres/index.ts'
import { withTimeout } from '../platform/time/with-timeout.ts'

const answersWithinMs = 5_000

/** Refuses at once, or after five seconds on a file system that does not answer. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    await withTimeout(answersWithinMs, makeUsable(dataDir), () => unusable(dataDir, 'the file system does not answer'))
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    throw code ? unusable(dataDir, reasons[code] ?? message) : error
  }
}

async function makeUsable(folder: string): Promise<void> {
  await make(folder)
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
}

/** One folder after another: Node's own way to make a whole path never ends below /proc. */
async function make(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: { code?: string }) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (found?.isDirectory()) return
  if (found) throw Object.assign(new Error(), { code: 'ENOTDIR' })
  const parent = dirname(folder)
  if (parent !== folder) await make(parent)
  await mkdir(folder, dataDirMode(process.getuid?.() === 0)).catch((error: { code?: string }) => {
    if (error.code !== 'EEXIST') throw error
  })
}

const reasons: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'there is a file in its place',
  ENOENT: 'no folder can be made there',
}

const unusable = (dataDir: string, reason: string): Error =>
  new Error(`the data directory ${dataDir} cannot be used: ${reason}. Set DATA_DIR to a folder of this user.`)
