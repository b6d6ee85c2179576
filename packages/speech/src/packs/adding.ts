// The folders of packs that are being added: a lock, the state, and what has been downloaded.
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
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
  /** The address of a pack of one's own, to resume its download. Its query can contain a secret. */
  url?: string
  /** The name in the manifest, before the pack is installed. */
  installing?: string
  error?: { code: PackErrorCode | 'failed'; message: string }
}

export interface Adding extends Omit<AddingState, 'url'> {
  key: string
  doneBytes: number
  isRunning: boolean
  /** It was canceled, and has not stopped yet. */
  isCanceling: boolean
  /** Whether its download can be resumed. */
  canResume: boolean
}

const addingFolder = '.adding'
const beatMs = 1_000
/** A process that has not renewed its lock for this time has ended. */
const staleMs = 60_000
const stateFile = 'state.json'
const lockFile = 'lock'
/** Contains the token of the lock whose owner is to stop. */
const cancelFile = 'cancel'
const unpackedPrefix = 'unpacked-'
const pollMs = 50
const maxStopMs = 15_000

export const folderOf = (root: string, key: string): string => join(root, addingFolder, key)
export const archiveIn = (folder: string): string => join(folder, 'archive')

export interface AddingLock extends AsyncDisposable {
  folder: string
  /** Where this addition unpacks. Each addition has a folder of its own. */
  unpacked: string
  /** Aborted if the addition is canceled, or the lock was lost because the machine slept. */
  signal: AbortSignal
  /** Throws if the addition was canceled or has lost its lock. */
  check(): Promise<void>
  /** False if another process has taken the lock, so that the folder is that of its addition. */
  isOwned(): Promise<boolean>
  /** Checks, and stores the state. */
  save(state: AddingState): Promise<void>
}

/** Throws a `PackError` with `in_use` if a process of this machine adds the same pack. */
export async function lockAdding(root: string, key: string): Promise<AddingLock> {
  const folder = folderOf(root, key)
  await mkdir(folder, { recursive: true })
  const path = join(folder, lockFile)
  const token = randomUUID()
  if ((await ageOf(path)) > staleMs) await rm(path, { force: true })
  await createLock(path, token)
  // The processes that made them have ended, or have lost their locks.
  for (const name of await readdir(folder))
    if (name.startsWith(unpackedPrefix)) await rm(join(folder, name), { recursive: true, force: true })
  const canceling = new AbortController()
  const beat = async (): Promise<void> => {
    const [owner, canceled] = await Promise.all([tokenIn(path), tokenIn(join(folder, cancelFile))])
    if (owner === token && canceled !== token) await utimes(path, new Date(), new Date()).catch(() => {})
    else canceling.abort(new PackError('canceled', 'Adding the pack was canceled. What was downloaded is kept.'))
  }
  const timer = setInterval(beat, beatMs).unref()
  const check = async (): Promise<void> => {
    await beat()
    canceling.signal.throwIfAborted()
  }
  return {
    folder,
    unpacked: join(folder, `${unpackedPrefix}${token}`),
    signal: canceling.signal,
    check,
    isOwned: async () => (await tokenIn(path)) === token,
    async save(state) {
      await check()
      await writeState(folder, state)
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      if ((await tokenIn(path)) !== token) return
      await rm(join(folder, cancelFile), { force: true })
      await rm(path, { force: true })
    },
  }
}

async function createLock(path: string, token: string): Promise<void> {
  const file = await open(path, 'wx').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new PackError('in_use', 'Another process of this machine is adding this pack.', { cause: error })
  })
  try {
    await file.writeFile(token)
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

const tokenIn = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '')

/** Only the owner of the lock may call it. */
export async function writeState(folder: string, state: AddingState): Promise<void> {
  const temporary = join(folder, `${stateFile}.new`)
  await writeFile(temporary, JSON.stringify(state), { mode: 0o600 })
  await rename(temporary, join(folder, stateFile))
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
  const all = await Promise.all(keys.toSorted().map((key) => findAdding(root, key)))
  return all.filter((adding) => adding !== undefined)
}

export async function findAdding(root: string, key: string): Promise<Adding | undefined> {
  const folder = folderOf(root, key)
  const stored = await readState(root, key)
  if (!stored) return undefined
  const { url, ...state } = stored
  const [archive, { isRunning, isCanceling }] = await Promise.all([
    stat(archiveIn(folder)).catch(() => undefined),
    lockIn(folder),
  ])
  const canResume = state.name !== undefined || url !== undefined
  return { ...state, key, doneBytes: archive?.size ?? 0, isRunning, isCanceling, canResume }
}

async function lockIn(folder: string): Promise<{ isRunning: boolean; isCanceling: boolean; token: string }> {
  const path = join(folder, lockFile)
  const [found, token, canceled] = await Promise.all([
    stat(path).catch(() => undefined),
    tokenIn(path),
    tokenIn(join(folder, cancelFile)),
  ])
  const isRunning = found !== undefined && Date.now() - found.mtimeMs < staleMs
  return { isRunning, isCanceling: isRunning && token !== '' && canceled === token, token }
}

/** Asks the process that adds the pack to stop. Until it has stopped, the pack cannot be added. What was downloaded is kept. */
export async function cancelAdding(root: string, key: string): Promise<void> {
  const folder = folderOf(root, key)
  const { isRunning, token } = await lockIn(folder)
  if (isRunning && token !== '') await writeFile(join(folder, cancelFile), token)
}

/** Deletes what was downloaded, after the process that adds the pack has stopped. Throws `in_use` if it does not stop. */
export async function forgetAdding(root: string, key: string): Promise<void> {
  await cancelAdding(root, key)
  for (let waitedMs = 0; (await lockIn(folderOf(root, key))).isRunning; waitedMs += pollMs) {
    if (waitedMs >= maxStopMs) throw new PackError('in_use', 'Another process of this machine is adding this pack.')
    await delay(pollMs)
  }
  await deleteAdding(root, key)
}

/** For the owner of the lock, or if there is none. */
export async function deleteAdding(root: string, key: string): Promise<void> {
  await rm(folderOf(root, key), { recursive: true, force: true })
}
