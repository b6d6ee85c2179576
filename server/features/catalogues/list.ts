// Lists the voices, models and speech providers that a caller can choose from.
import type { AccountContext } from '#server/platform/context/context.ts'
import {
  catalogueData,
  type LlmModel,
  type Mode,
  type MultimodalModel,
  type RealtimeMode,
  type SpeechProvider,
  type Voice,
} from './data.ts'
import { listPackVoices, packLanguageIds, packProviderCode } from './pack-voices.ts'
import { hasEnded, modelSupportsMode, providerSupportsLanguage, voiceSupportsMode } from './rules.ts'
import { selectOwnVoices } from './store.ts'

interface VoiceFilter {
  mode?: Mode | undefined
  languageId?: number | undefined
  gender?: string | undefined
  age?: string | undefined
  accent?: string | undefined
  /** Words; each must occur in the name, accent, age or gender. */
  search?: string | undefined
  synthesizerProviderId?: number | undefined
  /** Only voices that are heard as themselves. */
  available?: boolean
}

/** Lists the public voices, those of installed voice packs, and those of the account. */
export async function listVoices(ctx: AccountContext, filter: VoiceFilter): Promise<Voice[]> {
  const voices = [
    ...catalogueData().voices,
    ...(await listPackVoices(ctx)),
    ...(await selectOwnVoices(ctx.db, ctx.account.id)),
  ]
  const { mode, languageId, synthesizerProviderId } = filter
  const [gender, age, accent] = [filter.gender, filter.age, filter.accent].map((value) => value && normalized(value))
  const words = normalized(filter.search).split(/\s+/).filter(Boolean)
  return voices.filter(
    (voice) =>
      (mode === undefined || voiceSupportsMode(voice, mode)) &&
      (languageId === undefined || voice.languageId === languageId) &&
      (!filter.available || voiceIsAvailable(ctx, voice)) &&
      (synthesizerProviderId === undefined || voice.synthesizerProviderId === synthesizerProviderId) &&
      (gender === undefined || voice.gender === gender) &&
      (age === undefined || normalized(voice.age) === age) &&
      (accent === undefined || normalized(voice.accent) === accent) &&
      words.every((word) => matchesWord(voice, word)),
  )
}

/** The gender is matched from its beginning, so that `male` does not match `female`. */
function matchesWord(voice: Voice, word: string): boolean {
  return (
    voice.gender.startsWith(word) ||
    [voice.name, voice.accent, voice.age].some((text) => normalized(text).includes(word))
  )
}

/** Removes case and diacritics, so that `nestor` matches Néstor. */
function normalized(text: string | null | undefined): string {
  return (text ?? '')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}

/** A realtime model speaks with voices of its own; other voices are those of a synthesizer. */
function voiceIsAvailable(ctx: AccountContext, { synthesizerProviderId, realtimeVendor }: Voice): boolean {
  if (synthesizerProviderId === null) return vendorIsAvailable(ctx.realtimeVendors, realtimeVendor!)
  const provider = catalogueData().synthesizerProviders.find(({ id }) => id === synthesizerProviderId)
  return provider !== undefined && providerIsAvailable(ctx.textToSpeech, provider)
}

const vendorIsAvailable = (configured: readonly string[], vendor: string): boolean =>
  vendor === 'offline' || configured.includes(vendor)

const providerIsAvailable = (port: { vendorFor?(vendor: string): string }, { code }: SpeechProvider): boolean =>
  (port.vendorFor?.(code) ?? code) === code

export function listLlmModels(ctx: AccountContext, available: boolean): LlmModel[] {
  return catalogueData().llmModels.filter(
    (model) => !hasEnded(model, ctx.now()) && (!available || vendorIsAvailable(ctx.languageVendors, model.vendor)),
  )
}

export function listMultimodalModels(ctx: AccountContext, mode: RealtimeMode, available: boolean): MultimodalModel[] {
  return catalogueData().multimodalModels.filter(
    (model) =>
      modelSupportsMode(model, mode) &&
      !hasEnded(model, ctx.now()) &&
      (!available || vendorIsAvailable(ctx.realtimeVendors, model.vendor)),
  )
}

const providerPorts = { synthesizerProviders: 'textToSpeech', transcriberProviders: 'speechToText' } as const

export function listProviders(
  ctx: AccountContext,
  kind: keyof typeof providerPorts,
  { languageId, available }: { languageId: number | undefined; available: boolean },
) {
  const providers: SpeechProvider[] = catalogueData()[kind]
  const packLanguages = packLanguageIds(ctx)
  const hasVoices = (code: string): boolean =>
    code !== packProviderCode || (languageId === undefined ? packLanguages.size > 0 : packLanguages.has(languageId))
  return providers.filter(
    (provider) =>
      hasVoices(provider.code) &&
      (languageId === undefined || providerSupportsLanguage(provider, languageId)) &&
      (!available || providerIsAvailable(ctx[providerPorts[kind]], provider)),
  )
}
