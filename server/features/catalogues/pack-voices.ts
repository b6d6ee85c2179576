// The voices of the voice packs that are installed on this machine.
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

/** Ordered by id. */
export async function listPackVoices(ctx: Pick<AppContext, 'settings' | 'db'>): Promise<Voice[]> {
  const records = packRecords(installedPacks(ctx))
  return records.length === 0 ? [] : keepPackVoices(ctx.db, records)
}
