// Adds, cancels and removes the voice packs of this machine.
import {
  addPack,
  cancelAdding,
  forgetAdding,
  keyOf,
  knownPacks,
  listAdding,
  PackError,
  type PackSource,
  readInstalled,
  removePack,
  testRuntime,
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
  if ('name' in source) {
    if (!knownPacks().some(({ description }) => description.name === source.name))
      throw new Refusal('VOICE_PACK_NOT_FOUND')
    if (isInstalled(root, source.name)) throw new Refusal('VOICE_PACK_INSTALLED')
  }
  const key = keyOf(source)
  if ((await listAdding(root)).some((adding) => adding.key === key && adding.isRunning))
    throw new Refusal('VOICE_PACK_IN_USE')
  await testRuntime().catch((error: unknown) => {
    if (!(error instanceof PackError)) throw error
    ctx.log.warn({ error }, 'voice packs cannot be used on this machine')
    throw new Refusal('VOICE_PACKS_UNAVAILABLE')
  })
  const { promise: started, resolve } = Promise.withResolvers<void>()
  const addition = addPack(source, { root, fetcher: ctx.fetcher, signal: ctx.stopping, onProgress: () => resolve() })
    .then(({ name }) => ctx.log.info({ pack: name }, 'a voice pack was added'))
    .catch((error: unknown) => ctx.log.warn({ error, pack: key }, 'a voice pack was not added'))
    .finally(() => {
      additions.delete(addition)
      resolve()
    })
  additions.add(addition)
  // The reply shows that the addition has begun.
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

/** Refuses with `VOICE_PACK_NOT_FOUND`. */
export async function removeInstalled(ctx: AppContext, pack: string): Promise<void> {
  const root = ctx.settings.voicePacksFolder
  const wasAdded = await isAdded(root, pack)
  if (wasAdded) {
    await cancelAdding(root, pack)
    await forgetAdding(root, pack)
  }
  if (isInstalled(root, pack)) await removePack(root, pack)
  else if (!wasAdded) throw new Refusal('VOICE_PACK_NOT_FOUND')
}

/** Waits until the additions of this process have stopped. They can be resumed. */
export async function drainAdditions(): Promise<void> {
  await Promise.all(additions)
}
