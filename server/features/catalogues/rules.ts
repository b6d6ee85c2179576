// Compatibility rules between voices, models, providers, languages and assistant modes.
import type { LlmModel, Mode, MultimodalModel, SpeechProvider, Voice } from './data.ts'

/** Pipeline and dualplex use a synthesizer's voice; in multimodal the realtime model speaks with its own. */
export function voiceSupportsMode(voice: Voice, mode: Mode): boolean {
  return mode === 'multimodal' ? voice.realtimeVendor !== null : voice.synthesizerProviderId !== null
}

/** A realtime voice works only with its vendor's models; a synthesizer's voice works with any model. */
export function voiceSupportsModel(voice: Voice, model: MultimodalModel): boolean {
  return voice.realtimeVendor === null || voice.realtimeVendor === model.vendor
}

export function modelSupportsMode(model: MultimodalModel, mode: Mode): boolean {
  return mode !== 'pipeline' && model.modes.includes(mode)
}

export function providerSupportsLanguage(provider: SpeechProvider, languageId: number): boolean {
  return provider.languageIds.includes(languageId)
}

/** Whether the vendor has shut the model down. */
export function hasEnded(model: LlmModel, now: Date): boolean {
  return model.endsOn !== null && model.endsOn <= now.toISOString().slice(0, 10)
}
