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
