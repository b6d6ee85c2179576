// The folders of packs that are being added: a lock, the state, and what has been downloaded.
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PackError, type PackErrorCode } from './pack-error.ts'

export type AddingStep = 'downloading' | 'unpacking' | 'testing'

export interface AddingState {
  /** The name of a known pack, or undefined. */
  name?: string
  /** The URL without its query, or the name of the file. */
  source: string
  step: AddingStep
  /** The size of the archive; 0 if it is not known yet. */
  totalBytes: number
  version?: string
  error?: { code: PackErrorCode | 'failed'; message: string }
}

export interface Adding extends AddingState {
  key: string
  doneBytes: number
  isRunning: boolean
}

const addingFolder = '.adding'
const beatMs = 5_000
/** A process that has not renewed its lock for this time has ended. */
const staleMs = 60_000
const stateFile = 'state.json'
const lockFile = 'lock'

export const folderOf = (root: string, key: string): string => join(root, addingFolder, key)
export const archiveIn = (folder: string): string => join(folder, 'archive')

export interface AddingLock extends AsyncDisposable {
  folder: string
  /** Aborted if the lock is taken away, which cancels the addition. */
  signal: AbortSignal
  /** Throws if the lock was taken away. */
  save(state: AddingState): Promise<void>
}

/** Throws a `PackError` with `in_use` if a process of this machine adds the same pack. */
export async function lockAdding(root: string, key: string): Promise<AddingLock> {
  const folder = folderOf(root, key)
  await mkdir(folder, { recursive: true })
  const path = join(folder, lockFile)
  const token = randomUUID()
  if ((await ageOf(path)) > staleMs) await rm(path, { force: true })
  await writeFile(path, token, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new PackError('in_use', 'Another process of this machine is adding this pack.', { cause: error })
  })
  const canceling = new AbortController()
  const isOurs = async () => (await readFile(path, 'utf8').catch(() => '')) === token
  const beat = async (): Promise<void> => {
    if (await isOurs()) await utimes(path, new Date(), new Date()).catch(() => {})
    else canceling.abort(new PackError('canceled', 'Adding the pack was canceled. What was downloaded is kept.'))
  }
  const timer = setInterval(beat, beatMs).unref()
  return {
    folder,
    signal: canceling.signal,
    async save(state) {
      await beat()
      canceling.signal.throwIfAborted()
      const temporary = join(folder, `${stateFile}.new`)
      await writeFile(temporary, JSON.stringify(state))
      await rename(temporary, join(folder, stateFile))
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      if (await isOurs()) await rm(path, { force: true })
    },
  }
}

/** Milliseconds since the file was changed; 0 if it does not exist. */
async function ageOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  return found ? Date.now() - found.mtimeMs : 0
}

export async function readState(root: string, key: string): Promise<AddingState | undefined> {
  try {
    return JSON.parse(await readFile(join(folderOf(root, key), stateFile), 'utf8'))
  } catch {
    return undefined
  }
}

/** Packs that are being added, and those whose addition was interrupted or has failed. */
export async function listAdding(root: string): Promise<Adding[]> {
  const keys = await readdir(join(root, addingFolder)).catch(() => [])
  const all = keys.toSorted().map(async (key): Promise<Adding[]> => {
    const folder = folderOf(root, key)
    const state = await readState(root, key)
    if (!state) return []
    const [archive, lock] = await Promise.all([
      stat(archiveIn(folder)).catch(() => undefined),
      stat(join(folder, lockFile)).catch(() => undefined),
    ])
    const isRunning = lock !== undefined && Date.now() - lock.mtimeMs < staleMs
    return [{ ...state, key, doneBytes: archive?.size ?? 0, isRunning }]
  })
  return (await Promise.all(all)).flat()
}

/** Stops the process that adds the pack before its next part. What was downloaded is kept. */
export async function cancelAdding(root: string, key: string): Promise<void> {
  await rm(join(folderOf(root, key), lockFile), { force: true })
}

export async function forgetAdding(root: string, key: string): Promise<void> {
  await rm(folderOf(root, key), { recursive: true, force: true })
}
