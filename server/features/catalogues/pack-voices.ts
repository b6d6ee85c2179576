// The voices of the voice packs that are installed on this machine.
import { createHash } from 'node:crypto'
import { isPackVoice } from '@parley/rules'
import { type InstalledPack, voicesOf, watchInstalled } from '@parley/speech'
import type { AppContext } from '#server/platform/context/context.ts'
import { catalogueData, type Voice } from './data.ts'
import { keepPackVoices } from './store.ts'

export const packProviderCode = 'offline'

/** By folder. */
const watched = new Map<string, () => readonly InstalledPack[]>()

function installedPacks({ settings: { voicePacksFolder: folder } }: Pick<AppContext, 'settings'>) {
  const watch = watched.get(folder) ?? watchInstalled(folder)
  watched.set(folder, watch)
  return watch()
}

/** Voices in languages that assistants do not have are left out. */
function packRecords(packs: readonly InstalledPack[]): Omit<Voice, 'id'>[] {
  const { languages, synthesizerProviders } = catalogueData()
  const provider = synthesizerProviders.find(({ code }) => code === packProviderCode)!
  const languageIds = new Map(languages.map(({ iso2, id }) => [iso2, id]))
  return packs.flatMap(({ manifest }) =>
    voicesOf(manifest).flatMap(({ id: code, name, gender, language }) => {
      const languageId = languageIds.get(language)
      if (languageId === undefined) return []
      const title = manifest.title.includes(name) ? manifest.title : `${name} (${manifest.title})`
      return [
        {
          name: title,
          languageId,
          gender,
          accent: null,
          age: null,
          synthesizerProviderId: provider.id,
          realtimeVendor: null,
          code,
        },
      ]
    }),
  )
}

/** The languages in which an installed pack speaks. */
export const packLanguageIds = (ctx: Pick<AppContext, 'settings'>): ReadonlySet<number> =>
  new Set(packRecords(installedPacks(ctx)).map(({ languageId }) => languageId))

/** Whether the voice is one of a voice pack that is not installed on this machine, or no longer has the voice. */
export const isOfRemovedPack = (ctx: Pick<AppContext, 'settings'>, { id, code }: Pick<Voice, 'id' | 'code'>): boolean =>
  isPackVoice(id) && !installedPacks(ctx).some(({ manifest }) => voicesOf(manifest).some((voice) => voice.id === code))

/** What the database had for the packs that were installed then. */
interface Kept {
  version: string
  voices: Promise<Voice[]>
}

const kept = new WeakMap<AppContext['db'], Kept>()

/** Ordered by id. None if they cannot be stored, so the other voices can be listed. */
export async function listPackVoices(ctx: Pick<AppContext, 'settings' | 'db' | 'log'>): Promise<Voice[]> {
  const packs = installedPacks(ctx)
  if (packs.length === 0) return []
  const version = versionOf(packs)
  const before = kept.get(ctx.db)
  const current = before?.version === version ? before : { version, voices: keepPackVoices(ctx.db, packRecords(packs)) }
  kept.set(ctx.db, current)
  try {
    return await current.voices
  } catch (error) {
    if (kept.get(ctx.db) === current) kept.delete(ctx.db)
    ctx.log.error({ error }, 'the voices of the voice packs cannot be listed')
    return []
  }
}

/** Changes when a pack is added, removed or replaced. Empty without packs. */
export const packsVersion = (ctx: Pick<AppContext, 'settings'>): string => versionOf(installedPacks(ctx))

const versions = new WeakMap<readonly InstalledPack[], string>()

function versionOf(packs: readonly InstalledPack[]): string {
  const hash = () =>
    createHash('sha256')
      .update(packs.map(({ hash }) => hash).join())
      .digest('hex')
      .slice(0, 16)
  const version = versions.get(packs) ?? (packs.length === 0 ? '' : hash())
  versions.set(packs, version)
  return version
}
