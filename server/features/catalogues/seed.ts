// Writes the catalogues that ship with this version of Parley to the database.
import type { Db } from '#server/platform/database/database.ts'
import { catalogueData, type LlmModel, type SpeechProvider } from './data.ts'
import { selectVersion, upsertRecords, upsertVersion } from './store.ts'

/** Must run in one process at a time. Does nothing if the database already holds this version of the catalogues. */
export async function seedCatalogues(db: Db, data = catalogueData()): Promise<void> {
  if ((await selectVersion(db)) === data.version) return
  await db.transaction().execute(async (tx) => {
    await upsertRecords(tx, 'synthesizer_providers', data.synthesizerProviders.map(providerRow))
    await upsertRecords(tx, 'transcriber_providers', data.transcriberProviders.map(providerRow))
    const languages = data.languages.map(
      ({ id, name, iso2, locale, synthesizerProviderId, transcriberProviderId }) => ({
        id,
        name,
        iso_2: iso2,
        locale,
        synthesizer_provider_id: synthesizerProviderId,
        transcriber_provider_id: transcriberProviderId,
      }),
    )
    await upsertRecords(tx, 'languages', languages)
    await upsertRecords(tx, 'llm_models', data.llmModels.map(modelRow))
    const multimodal = data.multimodalModels.map((model) => ({ ...modelRow(model), modes: model.modes }))
    await upsertRecords(tx, 'multimodal_models', multimodal)
    const voices = data.voices.map(({ languageId, synthesizerProviderId, realtimeVendor, ...voice }) => ({
      ...voice,
      language_id: languageId,
      synthesizer_provider_id: synthesizerProviderId,
      realtime_vendor: realtimeVendor,
    }))
    await upsertRecords(tx, 'voices', voices)
    await upsertVersion(tx, data.version)
  })
}

const providerRow = ({ id, name, code, languageIds }: SpeechProvider) => ({ id, name, code, language_ids: languageIds })

const modelRow = ({ id, name, vendor, code, endsOn }: LlmModel) => ({ id, name, vendor, code, ends_on: endsOn })
