// HTTP handlers for the catalogues.
import { catalogues } from '#contract/catalogues.ts'
import { route } from '#server/platform/http/route.ts'
import { catalogueData } from './data.ts'
import {
  listLlmModels,
  listMultimodalModels,
  listSynthesizerProviders,
  listTranscriberProviders,
  listVoices,
} from './list.ts'
import { presentLanguage, presentLlmModel, presentMultimodalModel, presentProvider, presentVoice } from './present.ts'

export const catalogueRoutes = [
  route(catalogues.voices, async (ctx, { query }) => {
    const { language_id: languageId, synthesizer_provider_id: synthesizerProviderId, ...filter } = query
    const voices = await listVoices(ctx, { ...filter, languageId, synthesizerProviderId })
    return voices.map((voice) => presentVoice(voice, ctx.settings.publicUrl))
  }),

  route(catalogues.models, (ctx, { query: { type } }) =>
    type === 'llm'
      ? listLlmModels(ctx).map(presentLlmModel)
      : listMultimodalModels(ctx, type).map(presentMultimodalModel),
  ),

  route(catalogues.languages, () => catalogueData().languages.map(presentLanguage)),

  // Calls are not supported yet, so there are no phone numbers.
  route(catalogues.phoneNumbers, () => []),

  route(catalogues.synthesizerProviders, (_ctx, { query }) =>
    listSynthesizerProviders(query.language_id).map(presentProvider),
  ),

  route(catalogues.transcriberProviders, (_ctx, { query }) =>
    listTranscriberProviders(query.language_id).map(presentProvider),
  ),
]
