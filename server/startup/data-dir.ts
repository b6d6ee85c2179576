// Creates the data directory, or explains why it cannot be used.
import { access, constants, mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { dataDirMode } from '../platform/embedded-postgres/index.ts'
import { withTimeout } from '../platform/time/with-timeout.ts'

/** The voice packs of this machine. */
export const voicePacksIn = (dataDir: string): string => join(dataDir, 'voice-packs')

const fileSystemTimeoutMs = 5_000

/** Fails after five seconds if the file system does not respond. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    await withTimeout(fileSystemTimeoutMs, makeUsable(dataDir), () =>
      unusable(dataDir, 'the file system does not respond'),
    )
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    throw code ? unusable(dataDir, reasons[code] ?? message) : error
  }
}

async function makeUsable(folder: string): Promise<void> {
  await makeDir(folder)
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
}

/** Creates one folder after another, because the recursive mkdir of Node.js never returns below /proc. */
async function makeDir(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: { code?: string }) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (found?.isDirectory()) return
  if (found) throw Object.assign(new Error(), { code: 'ENOTDIR' })
  const parent = dirname(folder)
  if (parent !== folder) await makeDir(parent)
  await mkdir(folder, dataDirMode(process.getuid?.() === 0)).catch((error: { code?: string }) => {
    if (error.code !== 'EEXIST') throw error
  })
}

const reasons: Record<string, string> = {
  EACCES: 'this user has no write permission',
  EPERM: 'this user has no write permission',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a file with this name exists',
  ENOENT: 'the folder cannot be created',
}

const unusable = (dataDir: string, reason: string): Error =>
  new Error(`the data directory ${dataDir} cannot be used: ${reason}. Set DATA_DIR to a folder that this user owns.`)
