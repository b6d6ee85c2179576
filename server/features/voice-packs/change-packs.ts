// Adds, cancels and removes the voice packs of this machine.
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  addPack,
  cancelAdding,
  keyOf,
  knownPacks,
  listAdding,
  PackError,
  type PackErrorCode,
  type PackSource,
  readInstalled,
  removePack,
  testRuntime,
  tidyPacks,
} from '@parley/speech'
import type { AppContext } from '#server/platform/context/context.ts'
import { InvalidInput, Refusal } from '#server/platform/refusal.ts'

/** The additions of this process. */
const additions = new Set<Promise<void>>()

export interface AddInput {
  name?: string | undefined
  url?: string | undefined
}

/** Starts in the background. Refuses if the pack is not known, is installed, or is being added. */
export async function startAdding(ctx: AppContext, input: AddInput): Promise<void> {
  const source = sourceOf(input)
  const root = ctx.settings.voicePacksFolder
  const adding = (await listAdding(root)).find(({ key }) => key === keyOf(source))
  if ('name' in source) {
    const isKnown = knownPacks().some(({ description }) => description.name === source.name)
    if (!isKnown && !adding?.canResume) throw new Refusal('VOICE_PACK_NOT_FOUND')
    if (isInstalled(root, source.name)) throw new Refusal('VOICE_PACK_INSTALLED')
  }
  if (adding?.isRunning) throw new Refusal('VOICE_PACK_IN_USE')
  await requireRuntime(ctx)
  await startInBackground(ctx, source)
}

/** Stores the archive and adds it. Refuses with `VOICE_PACKS_UNAVAILABLE` and `DISK_FULL`. */
export async function addUpload(ctx: AppContext, file: AsyncIterable<Uint8Array>, filename = 'file'): Promise<void> {
  await requireRuntime(ctx)
  const folder = join(ctx.settings.voicePacksFolder, '.uploads')
  const path = join(folder, ctx.newId())
  try {
    await mkdir(folder, { recursive: true })
    await deleteOldUploads(folder)
    await pipeline(file, createWriteStream(path, { flags: 'wx' }))
  } catch (error) {
    await rm(path, { force: true })
    throw isDiskFull(error) ? new Refusal('DISK_FULL') : error
  }
  await startInBackground(ctx, { file: path }, { label: filename, onEnd: () => rm(path, { force: true }) })
}

const uploadMs = 24 * 60 * 60_000

/** A process that was killed leaves its uploads. */
async function deleteOldUploads(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > uploadMs) await rm(path, { force: true })
  }
}

const isDiskFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes((error as { code?: string }).code ?? '')

async function requireRuntime(ctx: AppContext): Promise<void> {
  await testRuntime().catch((error: unknown) => {
    if (!(error instanceof PackError)) throw error
    ctx.log.warn({ error }, 'voice packs cannot be used on this machine')
    throw new Refusal('VOICE_PACKS_UNAVAILABLE')
  })
}

interface BackgroundOptions {
  label?: string
  onEnd?(): Promise<void>
}

const refusals: { [Code in PackErrorCode]?: string } = {
  disk_full: 'DISK_FULL',
  in_use: 'VOICE_PACK_IN_USE',
  installed: 'VOICE_PACK_INSTALLED',
}

const refusalOf = (error: unknown): Refusal =>
  new Refusal((error instanceof PackError && refusals[error.code]) || 'VOICE_PACK_NOT_STORED')

/** Resolves when the list shows the addition. Refuses if it ends before. */
async function startInBackground(ctx: AppContext, source: PackSource, options: BackgroundOptions = {}): Promise<void> {
  const { label, onEnd } = options
  const root = ctx.settings.voicePacksFolder
  const { promise: started, resolve, reject } = Promise.withResolvers<void>()
  const { fetcher, stopping: signal } = ctx
  const addition = addPack(source, { root, fetcher, signal, ...(label && { label }), onProgress: () => resolve() })
    .then(({ name }) => ctx.log.info({ pack: name }, 'a voice pack was added'))
    .catch((error: unknown) => {
      ctx.log.warn({ error, pack: keyOf(source) }, 'a voice pack was not added')
      reject(refusalOf(error))
    })
    .finally(async () => {
      additions.delete(addition)
      await onEnd?.()
    })
  additions.add(addition)
  await started
}

function sourceOf({ name, url }: AddInput): PackSource {
  if (name !== undefined && url === undefined) return { name }
  if (url !== undefined && name === undefined) return { url }
  const message = 'Either a name or a url is required, and not both.'
  throw new InvalidInput({ [name === undefined ? 'name' : 'url']: [message] })
}

const isInstalled = (root: string, pack: string): boolean =>
  readInstalled(root).some(({ manifest }) => manifest.name === pack)

/** Refuses with `VOICE_PACK_NOT_FOUND`. */
export async function cancelAddition(ctx: AppContext, pack: string): Promise<void> {
  const root = ctx.settings.voicePacksFolder
  if (!(await isAdded(root, pack))) throw new Refusal('VOICE_PACK_NOT_FOUND')
  await cancelAdding(root, pack)
}

const isAdded = async (root: string, pack: string): Promise<boolean> =>
  (await listAdding(root)).some(({ key }) => key === pack)

/** Refuses with `VOICE_PACK_NOT_FOUND` and `VOICE_PACK_IN_USE`. */
export async function removeInstalled(ctx: AppContext, pack: string): Promise<void> {
  await removePack(ctx.settings.voicePacksFolder, pack).catch((error: unknown) => {
    if (!(error instanceof PackError)) throw error
    throw new Refusal(error.code === 'not_found' ? 'VOICE_PACK_NOT_FOUND' : 'VOICE_PACK_IN_USE')
  })
}

/** Deletes what processes have left that were killed. */
export async function tidyVoicePacks(ctx: AppContext): Promise<void> {
  await tidyPacks(ctx.settings.voicePacksFolder).catch((error: unknown) =>
    ctx.log.warn({ error }, 'the folder of the voice packs could not be tidied'),
  )
}

/** Waits until the additions of this process have stopped. They can be resumed. */
export async function drainAdditions(): Promise<void> {
  await Promise.all(additions)
}
