// HTTP handlers for the catalogues.
import type { catalogues } from '#contract/catalogues.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { catalogueData } from './data.ts'
import { listLlmModels, listMultimodalModels } from './list-models.ts'
import { listSynthesizerProviders, listTranscriberProviders } from './list-providers.ts'
import { listVoices } from './list-voices.ts'
import { presentLanguage, presentLlmModel, presentMultimodalModel, presentProvider, presentVoice } from './present.ts'

export const catalogueHandlers: Handlers<typeof catalogues> = {
  voices: async (ctx, { query }) => {
    const { language_id: languageId, synthesizer_provider_id: synthesizerProviderId, ...filter } = query
    const voices = await listVoices(ctx, { ...filter, languageId, synthesizerProviderId })
    return voices.map((voice) => presentVoice(voice, ctx.settings.publicUrl))
  },

  models: (ctx, { query: { type } }) =>
    type === 'llm'
      ? listLlmModels(ctx).map(presentLlmModel)
      : listMultimodalModels(ctx, type).map(presentMultimodalModel),

  languages: () => catalogueData().languages.map(presentLanguage),

  // Phone numbers are not supported yet.
  phoneNumbers: () => [],

  synthesizerProviders: (_ctx, { query }) => listSynthesizerProviders(query.language_id).map(presentProvider),

  transcriberProviders: (_ctx, { query }) => listTranscriberProviders(query.language_id).map(presentProvider),
}
