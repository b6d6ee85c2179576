// The public interface of the package.
export { type Espeak, type EspeakOptions, maxEspeakCharacters, openEspeak } from './espeak.ts'
export { type Flite, type FliteOptions, type FliteVoice, fliteVoices, maxFliteCharacters, openFlite } from './flite.ts'
export {
  type Moonshine,
  type MoonshineOptions,
  maxUtteranceMs,
  openMoonshine,
  type RecognizeOptions,
} from './moonshine.ts'
export type { MoonshineModel } from './moonshine-worker.ts'
export { type AddOptions, addPack, findKnown, keyOf, type PackSource } from './packs/add-pack.ts'
export { type Adding, type AddingStep, cancelAdding, listAdding } from './packs/adding.ts'
export type { PackFetcher } from './packs/download.ts'
export { type InstalledPack, readInstalled, watchInstalled } from './packs/installed.ts'
export { type KnownPack, knownPacks } from './packs/known-packs.ts'
export { type ListedPack, listPacks } from './packs/list-packs.ts'
export { kindOf, type PackDescription, type PackManifest, type SpokenVoice, voicesOf } from './packs/manifest.ts'
export { PackError, type PackErrorCode } from './packs/pack-error.ts'
export { removePack, tidyPacks } from './packs/remove-pack.ts'
export { testRuntime } from './packs/test-pack.ts'
export { type InstalledVoice, openVoicePacks, type PackRecognizer, type VoicePacks } from './packs/voice-packs.ts'
export { SpeechError, type SpeechErrorCode } from './speech-error.ts'
export {
  loadSpeechVerifier,
  maxVerifications,
  type SpeechVerification,
  type SpeechVerifier,
  verificationGapMs,
} from './speech-verifier.ts'
export {
  loadVoiceActivity,
  type VoiceActivity,
  type VoiceActivityDetector,
  type VoiceActivityMode,
} from './voice-activity.ts'
