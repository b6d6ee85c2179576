// The external services that operations call.
import type { Carrier } from './carrier.ts'
import type { Fetcher } from './fetcher.ts'
import type { FileStore } from './file-store.ts'
import type { LanguageModel } from './language-model.ts'
import type { RealtimeModel } from './realtime-model.ts'
import type { SpeechToText } from './speech-to-text.ts'
import type { TextToSpeech } from './text-to-speech.ts'
import type { VoiceCarrier } from './voice-carrier.ts'

export interface ExternalServices {
  carrier: Carrier
  fetcher: Fetcher
  files: FileStore
  languageModel: LanguageModel
  realtimeModel: RealtimeModel
  speechToText: SpeechToText
  textToSpeech: TextToSpeech
  voiceCarrier: VoiceCarrier
}
