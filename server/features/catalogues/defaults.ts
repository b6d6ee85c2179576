// What an assistant gets when its maker does not choose: the first that fits, in the order of the delivery.
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import {
  catalogueData,
  type Language,
  type LlmModel,
  type Mode,
  type MultimodalModel,
  type SpeechProvider,
  type Voice,
} from './data.ts'
import { hasEnded, modelSupportsMode, voiceSupportsMode } from './rules.ts'

/** English. */
export function defaultLanguage(): Language {
  return catalogueData().languages[0]!
}

interface DefaultVoiceOptions {
  mode: Mode
  languageId: number
  /** Pipeline and dualplex: of this provider when it speaks the language, else of the language's default. */
  synthesizerProviderId?: number | null | undefined
  /** Multimodal: of this vendor's realtime models when they speak the language. */
  realtimeVendor?: string | null | undefined
}

/** Undefined only for a language that is offered no longer. */
export function defaultVoice(options: DefaultVoiceOptions): Voice | undefined {
  const { mode, languageId, synthesizerProviderId, realtimeVendor } = options
  const voices = catalogueData().voices.filter(
    (voice) => voice.languageId === languageId && voiceSupportsMode(voice, mode),
  )
  if (mode === 'multimodal') return voices.find((voice) => voice.realtimeVendor === realtimeVendor) ?? voices[0]
  const usualId = defaultSynthesizerProvider(languageId)?.id
  return (
    voices.find((voice) => voice.synthesizerProviderId === synthesizerProviderId) ??
    voices.find((voice) => voice.synthesizerProviderId === usualId)
  )
}

/** The first that its vendor has not switched off. */
export function defaultLlmModel(ctx: Pick<AccountContext | Tx, 'now'>): LlmModel {
  const { llmModels } = catalogueData()
  return llmModels.find((model) => !hasEnded(model, ctx.now())) ?? llmModels[0]!
}

/** As above, among those of the mode and, where one is given, the vendor of a voice. */
export function defaultMultimodalModel(
  ctx: Pick<AccountContext | Tx, 'now'>,
  mode: Exclude<Mode, 'pipeline'>,
  realtimeVendor?: string | null,
): MultimodalModel {
  const models = catalogueData().multimodalModels.filter(
    (model) => modelSupportsMode(model, mode) && !hasEnded(model, ctx.now()),
  )
  return models.find(({ vendor }) => vendor === realtimeVendor) ?? models[0]!
}

/** Undefined only for a language that is offered no longer. */
export function defaultSynthesizerProvider(languageId: number): SpeechProvider | undefined {
  const { languages, synthesizerProviders } = catalogueData()
  const language = languages.find(({ id }) => id === languageId)
  return synthesizerProviders.find(({ id }) => id === language?.synthesizerProviderId)
}

/** Undefined only for a language that is offered no longer. */
export function defaultTranscriberProvider(languageId: number): SpeechProvider | undefined {
  const { languages, transcriberProviders } = catalogueData()
  const language = languages.find(({ id }) => id === languageId)
  return transcriberProviders.find(({ id }) => id === language?.transcriberProviderId)
}
