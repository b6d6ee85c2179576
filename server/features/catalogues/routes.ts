// HTTP handlers for the catalogues.
import { firstOwnVoiceId } from '@parley/rules'
import type { catalogues } from '#contract/assistants/catalogues.ts'
import { extensionOf, extensionPoint } from '#server/platform/context/extension-point.ts'
import type { Handler, Handlers } from '#server/platform/http/route.ts'
import { type ChoiceMetrics, measureChoices } from './choice-metrics.ts'
import { catalogueData, type Language, type LlmModel, type SpeechProvider, type Voice } from './data.ts'
import { type LanguageSupport, listLanguageSupport } from './language-support.ts'
import { listLlmModels, listMultimodalModels, listProviders, listVoices } from './list.ts'
import { chimePath, previewPath } from './preview-urls.ts'

/** Lists the phone numbers that assistants can use. */
export const phoneNumbersPoint = extensionPoint<Handler<typeof catalogues.phoneNumbers>>(
  'catalogues.phone-numbers',
  () => [],
)

export const catalogueHandlers: Handlers<typeof catalogues> = {
  voices: async (ctx, { query }) => {
    const { language_id: languageId, synthesizer_provider_id: synthesizerProviderId, ...filter } = query
    const voices = await listVoices(ctx, { ...filter, languageId, synthesizerProviderId })
    return voices.map((voice) => presentVoice(voice, ctx.settings.publicUrl))
  },

  models: (ctx, { query: { type, available } }) =>
    type === 'llm'
      ? listLlmModels(ctx, available).map(presentLlmModel)
      : listMultimodalModels(ctx, type, available).map(presentMultimodalModel),

  languages: () => catalogueData().languages.map(presentLanguage),

  phoneNumbers: (ctx, input, call) => extensionOf(ctx, phoneNumbersPoint)(ctx, input, call),

  synthesizerProviders: (ctx, { query: { language_id: languageId, available } }) =>
    listProviders(ctx, 'synthesizerProviders', { languageId, available }).map(presentProvider),

  transcriberProviders: (ctx, { query: { language_id: languageId, available } }) =>
    listProviders(ctx, 'transcriberProviders', { languageId, available }).map(presentProvider),

  languageSupport: (ctx) => listLanguageSupport(ctx).map(presentSupport),

  choiceMetrics: async (ctx) => {
    const { minuteMicros, days, calls, choices } = await measureChoices(ctx)
    return {
      call_minute_usd: minuteMicros / 1_000_000,
      measured_days: days,
      measured_calls: calls,
      data: choices.map(presentChoice),
    }
  },
}

/** An account's own voice has no public preview. */
function presentVoice(voice: Voice, publicUrl: string) {
  const isPublic = voice.id < firstOwnVoiceId
  return {
    id: voice.id,
    name: voice.name,
    language_id: voice.languageId,
    gender: voice.gender,
    preview_url: publicUrl + (isPublic ? previewPath(String(voice.id)) : chimePath),
    accent: voice.accent,
    age: voice.age,
    synthesizer_provider_id: voice.synthesizerProviderId,
  }
}

const presentChoice = ({ kind, id, listPrice, minuteUsd, answerTime }: ChoiceMetrics) => ({
  kind,
  id,
  minute_usd: minuteUsd,
  list_price: listPrice
    ? {
        product: listPrice.product,
        unit: listPrice.unit,
        input_usd: listPrice.inputUsd,
        output_usd: listPrice.outputUsd,
        as_of: listPrice.asOf,
        source: listPrice.source,
      }
    : null,
  latency: answerTime ? { median_ms: answerTime.medianMs, answers: answerTime.answers } : null,
})

const presentSupport = ({ languageId, ...parts }: LanguageSupport) => ({ language_id: languageId, ...parts })

const presentLanguage = ({ id, name, iso2 }: Language) => ({ id, name, iso_2: iso2 })

const presentLlmModel = ({ id, name }: LlmModel) => ({ id, name })

const presentMultimodalModel = ({ id, name, code }: LlmModel) => ({ id, name, code })

const presentProvider = ({ id, name, code }: SpeechProvider) => ({ id, name, code })
