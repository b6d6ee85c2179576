// What fits what: voices, models, providers, languages and the modes of an assistant.
import type { LlmModel, Mode, MultimodalModel, SpeechProvider, Voice } from './data.ts'

/** A synthesizer speaks in pipeline and dualplex; in multimodal the realtime model speaks itself. */
export function voiceSupportsMode(voice: Voice, mode: Mode): boolean {
  return mode === 'multimodal' ? voice.realtimeVendor !== null : voice.synthesizerProviderId !== null
}

/** A realtime voice belongs to its vendor's models; a synthesizer's voice goes with any model. */
export function voiceSupportsModel(voice: Voice, model: MultimodalModel): boolean {
  return voice.realtimeVendor === null || voice.realtimeVendor === model.vendor
}

export function modelSupportsMode(model: MultimodalModel, mode: Mode): boolean {
  return mode !== 'pipeline' && model.modes.includes(mode)
}

export function providerSupportsLanguage(provider: SpeechProvider, languageId: number): boolean {
  return provider.languageIds.includes(languageId)
}

/** The vendor has switched the model off. */
export function hasEnded(model: LlmModel, now: Date): boolean {
  return model.endsOn !== null && model.endsOn <= now.toISOString().slice(0, 10)
}
