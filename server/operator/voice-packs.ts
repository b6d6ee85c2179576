// The voice packs of this machine, for the command line. The database is not needed.
import {
  type AddOptions,
  addPack,
  type ListedPack,
  listPacks,
  type PackManifest,
  type PackSource,
  removePack,
  tidyPacks,
} from '@parley/speech'
import { loadEnvFile, readConfig } from '../config.ts'
import { createFetcher } from '../platform/safe-fetch/index.ts'
import { prepareDataDir, voicePacksIn } from '../startup/data-dir.ts'

export interface OpenVoicePacks extends AsyncDisposable {
  list(): Promise<ListedPack[]>
  add(source: PackSource, options: Pick<AddOptions, 'signal' | 'onProgress'>): Promise<PackManifest>
  remove(name: string): Promise<void>
}

/** Throws a `ConfigError` if the environment is not valid. */
export function openVoicePackFolder(): OpenVoicePacks {
  loadEnvFile()
  const { dataDir, allowPrivate } = readConfig()
  const root = voicePacksIn(dataDir)
  const fetcher = createFetcher({ allowPrivate, userAgent: 'Parley/0.1' })
  return {
    list: () => listPacks(root),
    async add(source, options) {
      await prepareDataDir(dataDir)
      await tidyPacks(root)
      return addPack(source, { ...options, root, fetcher })
    },
    async remove(name) {
      await tidyPacks(root)
      await removePack(root, name)
    },
    [Symbol.asyncDispose]: () => fetcher[Symbol.asyncDispose](),
  }
}
