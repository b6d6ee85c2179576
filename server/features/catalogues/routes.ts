// HTTP handlers for the catalogues.
import type { catalogues } from '#contract/catalogues.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { catalogueData } from './data.ts'
import { listLlmModels, listMultimodalModels, listProviders, listVoices } from './list.ts'
import { presentLanguage, presentLlmModel, presentMultimodalModel, presentProvider, presentVoice } from './present.ts'

type NumberLister = Handlers<typeof catalogues>['phoneNumbers']

/** The phone numbers of assistants belong to a higher layer. */
export const catalogueHandlers = (phoneNumbers: NumberLister): Handlers<typeof catalogues> => ({
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

  phoneNumbers,

  synthesizerProviders: (_ctx, { query }) =>
    listProviders('synthesizerProviders', query.language_id).map(presentProvider),

  transcriberProviders: (_ctx, { query }) =>
    listProviders('transcriberProviders', query.language_id).map(presentProvider),
})
