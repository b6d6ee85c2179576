// Adds a voice pack: downloads, checks and unpacks it, tests that its model loads, and installs it by one rename.
import { createHash } from 'node:crypto'
import { copyFile, link, mkdir, open, realpath, rename, rm, stat, statfs } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { openWorker } from '@parley/workers'
import {
  type AddingLock,
  type AddingState,
  archiveIn,
  deleteAdding,
  lockAdding,
  readState,
  writeState,
} from './adding.ts'
import { download, type PackFetcher } from './download.ts'
import { moveAway, readInstalled } from './installed.ts'
import { type KnownPack, knownPacks, maxUnpackedBytes } from './known-packs.ts'
import { maxPackBytes, type PackManifest } from './manifest.ts'
import { PackError, packErrorOf, shown } from './pack-error.ts'
import { testPack, testRuntime } from './test-pack.ts'
import type { UnpackRequest, UnpackResult } from './unpack-worker.ts'
import { untilAborted } from './until-aborted.ts'

export type PackSource = { name: string } | { url: string } | { file: string }

export interface AddOptions {
  /** The folder of all packs. */
  root: string
  fetcher: PackFetcher
  signal?: AbortSignal
  /** Names the pack until its manifest has been read. Default: the address or the name of the file. */
  label?: string
  onProgress?(state: AddingState & { doneBytes: number }): void
  /** Default: those that come with Parley. */
  known?: readonly KnownPack[]
}

/** Slow processors decompress a megabyte per second. */
const unpackTimeoutMs = 2 * 60 * 60_000

/**
 * Returns the manifest of the installed pack. Throws a `PackError`; a download that was interrupted can be resumed, with the
 * same source or with its key as the name.
 */
export async function addPack(given: PackSource, options: AddOptions): Promise<PackManifest> {
  const { root, known = knownPacks(), signal } = options
  const source = await resumedSource(root, given)
  const key = keyOf(source)
  const pack = 'name' in source ? findKnown(source.name, known) : undefined
  if (pack) refuseInstalled(root, pack.description.name)
  if ('file' in source) await requireFile(source.file)
  await testRuntime()
  await using lock = await lockAdding(root, key)
  const stopping = AbortSignal.any([lock.signal, ...(signal ? [signal] : [])])
  const before = await readState(root, key)
  const initial: AddingState = {
    ...(before?.version !== undefined && { version: before.version }),
    ...('name' in source && { name: source.name }),
    ...('url' in source && { url: source.url }),
    source: shown(options.label ?? describe(source, pack)),
    step: 'file' in source ? 'unpacking' : 'downloading',
    totalBytes: pack?.archive.bytes ?? before?.totalBytes ?? 0,
  }
  try {
    const manifest = await install({ source, pack, options, lock, signal: stopping, initial })
    await lock.check().then(
      () => deleteAdding(root, key),
      () => {},
    )
    return manifest
  } catch (thrown) {
    const error = packErrorOf(stopping.aborted ? stopping.reason : thrown)
    await saveFailure(lock, root, { key, source, initial, error })
    throw error
  }
}

/** The address of an interrupted download whose key is given as a name. */
async function resumedSource(root: string, source: PackSource): Promise<PackSource> {
  if (!('name' in source) || !ownKey.test(source.name)) return source
  const state = await readState(root, source.name)
  return state?.url === undefined ? source : { url: state.url }
}

export function findKnown(name: string, known: readonly KnownPack[] = knownPacks()): KnownPack {
  const pack = known.find(({ description }) => description.name === name)
  if (pack) return pack
  throw new PackError(
    'not_found',
    'There is no pack of this name. To add one of your own, give its file or its address.',
  )
}

const ownKey = /^own-[0-9a-f]{16}$/

/** Identifies an addition that can be resumed. */
export function keyOf(source: PackSource): string {
  if ('name' in source) return source.name
  const text = 'url' in source ? source.url : source.file
  return `own-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
}

/** The address can contain a secret in its query. */
function describe(source: PackSource, pack: KnownPack | undefined): string {
  if ('file' in source) return basename(source.file)
  const { host, pathname } = new URL(pack?.archive.url ?? (source as { url: string }).url)
  return host + pathname
}

function refuseInstalled(root: string, name: string): void {
  if (!readInstalled(root).some(({ manifest }) => manifest.name === name)) return
  throw new PackError('installed', `The pack ${name} is installed. Remove it before you add it again.`)
}

interface Installation {
  source: PackSource
  pack: KnownPack | undefined
  options: AddOptions
  lock: AddingLock
  signal: AbortSignal
  initial: AddingState
}

async function install({ source, pack, options, lock, signal, initial }: Installation): Promise<PackManifest> {
  const { root } = options
  const archive = archiveIn(lock.folder)
  const { unpacked } = lock
  let state = initial
  const report = async (change: Partial<AddingState>, doneBytes: number): Promise<void> => {
    signal.throwIfAborted()
    state = { ...state, ...change }
    await lock.save(state)
    options.onProgress?.({ ...state, doneBytes })
  }
  await report({}, (await stat(archive).catch(() => undefined))?.size ?? 0)
  if ('file' in source) await takeFile(source.file, archive)
  else await fetchArchive({ source, pack, options, lock, signal, initial }, archive, report)
  const { size } = await stat(archive)
  await report({ step: 'unpacking', totalBytes: size }, size)
  await requireSpace(lock.folder, size)
  await mkdir(unpacked)
  const known = pack && {
    description: pack.description,
    sha256: pack.archive.sha256,
    maxBytes: maxUnpackedBytes(pack.archive.bytes),
  }
  const manifest = await unpack({ archive, folder: unpacked, ...(known && { known }) }, signal).catch(
    async (error: unknown) => {
      // Damaged data would be damaged again.
      if (error instanceof PackError && error.code !== 'disk_full') await rm(archive, { force: true })
      throw error
    },
  )
  refuseInstalled(root, manifest.name)
  await report({ step: 'testing' }, size)
  await testPack(unpacked, manifest, signal)
  await report({ installing: manifest.name }, size)
  await moveInto(root, unpacked, manifest.name)
  return manifest
}

/** Replaces a folder of this name that has no valid manifest. */
async function moveInto(root: string, unpacked: string, name: string): Promise<void> {
  await syncFolder(unpacked)
  const move = () => rename(unpacked, join(root, name))
  await move().catch(async (error: NodeJS.ErrnoException) => {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(error.code ?? '')) throw error
    refuseInstalled(root, name)
    await moveAway(root, name)
    await move()
  })
  await syncFolder(root)
}

/** Not all systems can do it. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path).catch(() => undefined)
  await folder?.sync().catch(() => {})
  await folder?.close()
}

type Report = (change: Partial<AddingState>, doneBytes: number) => Promise<void>

async function fetchArchive(
  { source, pack, options, signal, initial }: Installation,
  archive: string,
  report: Report,
): Promise<void> {
  const url = pack?.archive.url ?? (source as { url: string }).url
  let hasSpace = false
  await download({
    url,
    path: archive,
    fetcher: options.fetcher,
    signal,
    ...(pack && { bytes: pack.archive.bytes }),
    ...(initial.version !== undefined && { version: initial.version }),
    async onProgress({ done, total, version }) {
      if (!hasSpace && total > 0) await requireSpace(options.root, total - done)
      hasSpace ||= total > 0
      await report({ ...(total > 0 && { totalBytes: total }), ...(version !== undefined && { version }) }, done)
    },
  })
}

/** Before anything is stored, so that a mistake in a path leaves nothing. */
async function requireFile(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw new PackError('not_found', 'The file does not exist.')
  if (found.size > maxPackBytes) throw new PackError('invalid_pack', 'The file is too large.')
}

async function takeFile(file: string, archive: string): Promise<void> {
  await rm(archive, { force: true })
  // The link of a link would have a target that is relative to another folder.
  const target = await realpath(file)
  await link(target, archive).catch(() => copyFile(target, archive))
}

/** Fails before the disk is full, if the file system says how much is left. */
async function requireSpace(folder: string, bytes: number): Promise<void> {
  const system = await statfs(folder).catch(() => undefined)
  if (!system || system.blocks === 0 || system.bavail * system.bsize >= bytes) return
  const megabytes = (size: number) => Math.ceil(size / 1_000_000)
  throw new PackError(
    'disk_full',
    `The disk has ${megabytes(system.bavail * system.bsize)} MB left, and the pack needs ${megabytes(bytes)} MB more. Free some space and add the pack again; the download resumes.`,
  )
}

async function unpack(request: UnpackRequest, signal: AbortSignal): Promise<PackManifest> {
  await using worker = openWorker({
    script: new URL('./unpack-worker.ts', import.meta.url),
    kind: 'thread',
    timeoutMs: unpackTimeoutMs,
  })
  signal.throwIfAborted()
  const result = await untilAborted(worker.request<UnpackResult>(request), signal)
  if ('manifest' in result) return result.manifest
  throw new PackError(result.code, result.message)
}

interface Failure {
  key: string
  source: PackSource
  initial: AddingState
  error: unknown
}

/** What was unpacked is deleted. What was downloaded is kept, with why the addition ended; the copy of a file is not. */
async function saveFailure(lock: AddingLock, root: string, { key, source, initial, error }: Failure): Promise<void> {
  await rm(lock.unpacked, { recursive: true, force: true }).catch(() => {})
  const isFile = 'file' in source
  const isCanceled = isError(error, 'canceled') || (error as Error)?.name === 'AbortError'
  if (!(await lock.isOwned())) return
  if (isFile && isCanceled) return deleteAdding(root, key)
  if (isFile) await rm(archiveIn(lock.folder), { force: true }).catch(() => {})
  const code = error instanceof PackError ? error.code : 'failed'
  const message = error instanceof PackError ? error.message : 'Adding the pack failed.'
  const state = (await readState(root, key)) ?? initial
  await writeState(lock.folder, { ...state, ...(!isCanceled && { error: { code, message } }) }).catch(() => {})
}

const isError = (error: unknown, code: PackError['code']): boolean => error instanceof PackError && error.code === code
