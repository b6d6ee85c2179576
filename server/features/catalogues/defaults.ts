// Chooses the default language, voice, models and providers of an assistant: the first match in catalogue order.
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
  /** For pipeline and dualplex: the preferred provider, used if it has a voice for the language. */
  synthesizerProviderId?: number | null | undefined
  /** For multimodal: the preferred vendor, used if it has a voice for the language. */
  realtimeVendor?: string | null | undefined
  /** For multimodal: the vendors that the installation has configured. */
  configuredVendors?: readonly string[]
}

/** Returns undefined only for a retired language. */
export function defaultVoice(options: DefaultVoiceOptions): Voice | undefined {
  const { mode, languageId, synthesizerProviderId, realtimeVendor, configuredVendors = [] } = options
  const voices = catalogueData().voices.filter(
    (voice) => voice.languageId === languageId && voiceSupportsMode(voice, mode),
  )
  if (mode === 'multimodal')
    return firstUsable(voices, (voice) => voice.realtimeVendor, realtimeVendor, configuredVendors)
  const language = catalogueData().languages.find(({ id }) => id === languageId)
  return (
    voices.find((voice) => voice.synthesizerProviderId === synthesizerProviderId) ??
    voices.find((voice) => voice.synthesizerProviderId === language?.synthesizerProviderId)
  )
}

/** The first model that its vendor has not shut down. */
export function defaultLlmModel(ctx: Pick<AccountContext | Tx, 'now'>): LlmModel {
  const { llmModels } = catalogueData()
  return llmModels.find((model) => !hasEnded(model, ctx.now())) ?? llmModels[0]!
}

/** The first current model for the mode, preferably from the given vendor, then from a configured one. */
export function defaultMultimodalModel(
  ctx: Pick<AccountContext | Tx, 'now' | 'realtimeVendors'>,
  mode: Exclude<Mode, 'pipeline'>,
  realtimeVendor?: string | null,
): MultimodalModel {
  const models = catalogueData().multimodalModels.filter(
    (model) => modelSupportsMode(model, mode) && !hasEnded(model, ctx.now()),
  )
  return firstUsable(models, ({ vendor }) => vendor, realtimeVendor, ctx.realtimeVendors)!
}

/** Without a configured vendor, the offline model is the default, because it would replace any other one. */
function firstUsable<R>(
  records: readonly R[],
  vendorOf: (record: R) => string | null,
  preferred: string | null | undefined,
  configured: readonly string[],
): R | undefined {
  return (
    records.find((record) => vendorOf(record) === preferred) ??
    records.find((record) => configured.includes(vendorOf(record) ?? '')) ??
    records.find((record) => vendorOf(record) === 'offline') ??
    records[0]
  )
}

/** Returns undefined only for a retired language. */
export function defaultTranscriberProvider(languageId: number): SpeechProvider | undefined {
  const { languages, transcriberProviders } = catalogueData()
  const language = languages.find(({ id }) => id === languageId)
  return transcriberProviders.find(({ id }) => id === language?.transcriberProviderId)
}
