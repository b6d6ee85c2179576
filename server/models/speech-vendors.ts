// The configured vendors of recognition and synthesis, in the order in which they replace each other.
import { createDeepgramSpeechToText } from './deepgram/deepgram.ts'
import { recognizesLanguage } from './deepgram/languages.ts'
import { createDeepgramFluxSpeechToText } from './deepgram-flux/deepgram-flux.ts'
import { recognizesLanguage as fluxRecognizes } from './deepgram-flux/languages.ts'
import { createElevenLabsTextToSpeech } from './elevenlabs/elevenlabs.ts'
import { speaksLanguage as elevenLabsSpeaks } from './elevenlabs/messages.ts'
import { speaksLanguage as openAiSpeaks } from './openai-speech/languages.ts'
import { createOpenAiTextToSpeech } from './openai-speech/openai-speech.ts'
import { recognizesLanguage as openAiRecognizes } from './openai-transcription/languages.ts'
import { createOpenAiSpeechToText } from './openai-transcription/openai-transcription.ts'
import type { Recognizer } from './speech-fallback/recognition.ts'
import type { Synthesizer } from './speech-fallback/synthesis.ts'

export interface SpeechVendorOptions {
  deepgram?: { apiKey: string; baseUrl?: string }
  elevenlabs?: { apiKey: string; baseUrl?: string }
  /** With the base URL of another server, the key is optional. The URL contains the version. */
  openai?: { apiKey?: string; baseUrl?: string; model?: string }
  /** Under the same conditions. */
  openaiTranscription?: { apiKey?: string; baseUrl?: string; model?: string }
}

export interface SpeechVendors {
  recognizers: Recognizer[]
  synthesizers: Synthesizer[]
}

export function createSpeechVendors({
  deepgram,
  elevenlabs,
  openai,
  openaiTranscription,
}: SpeechVendorOptions): SpeechVendors {
  const recognizers: Recognizer[] = []
  const synthesizers: Synthesizer[] = []
  if (deepgram)
    recognizers.push(
      { vendor: 'deepgram', adapter: createDeepgramSpeechToText(deepgram), supports: recognizesLanguage },
      { vendor: 'deepgram-flux', adapter: createDeepgramFluxSpeechToText(deepgram), supports: fluxRecognizes },
    )
  if (openaiTranscription)
    recognizers.push({
      vendor: 'openai-transcription',
      adapter: createOpenAiSpeechToText(openaiTranscription),
      supports: openAiRecognizes,
    })
  if (elevenlabs)
    synthesizers.push({
      vendor: 'elevenlabs',
      adapter: createElevenLabsTextToSpeech(elevenlabs),
      supports: elevenLabsSpeaks,
      // Sarah and George.
      voices: { female: 'EXAVITQu4vr4xnSDxMaL', male: 'JBFqnCBsd6RMkjVDRZzb' },
    })
  if (openai)
    synthesizers.push({
      vendor: 'openai',
      adapter: createOpenAiTextToSpeech(openai),
      supports: openAiSpeaks,
      voices: { female: 'marin', male: 'cedar' },
    })
  return { recognizers, synthesizers }
}

/** Describes the vendors for the operator, without secrets. */
export function describeSpeechVendors({ deepgram, elevenlabs, openai, openaiTranscription }: SpeechVendorOptions) {
  const at = (what: string, vendor: { baseUrl?: string }) =>
    vendor.baseUrl ? `${what} at ${new URL(vendor.baseUrl).host}` : what
  return [
    ...(deepgram ? [{ vendor: 'deepgram', detail: at('recognition with Nova or Flux', deepgram) }] : []),
    ...(openaiTranscription
      ? [{ vendor: 'openai-transcription', detail: at('recognition', openaiTranscription) }]
      : []),
    ...(elevenlabs ? [{ vendor: 'elevenlabs', detail: at('synthesis', elevenlabs) }] : []),
    ...(openai ? [{ vendor: 'openai', detail: at('synthesis', openai) }] : []),
  ]
}
