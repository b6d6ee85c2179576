// The configured vendors of recognition and synthesis, in the order in which they replace each other.
import { createAzureTextToSpeech } from './azure-speech/azure-speech.ts'
import { speaksLanguage as azureSpeaks, replacementVoice as azureVoice } from './azure-speech/voices.ts'
import { createCartesiaTextToSpeech } from './cartesia/cartesia.ts'
import { speaksLanguage as cartesiaSpeaks } from './cartesia/messages.ts'
import { replacementVoice as cartesiaVoice } from './cartesia/voices.ts'
import { createDeepgramFluxSpeechToText } from './deepgram/flux.ts'
import { fluxRecognizes, novaRecognizes } from './deepgram/languages.ts'
import { createDeepgramSpeechToText } from './deepgram/nova.ts'
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
  /** The same for the key and the URL. */
  openaiTranscription?: { apiKey?: string; baseUrl?: string; model?: string }
  cartesia?: { apiKey: string; baseUrl?: string }
  /** The region is required without a base URL. */
  azure?: { apiKey: string; region?: string; baseUrl?: string }
}

export interface SpeechVendors {
  recognizers: Recognizer[]
  synthesizers: Synthesizer[]
}

export function createSpeechVendors(options: SpeechVendorOptions): SpeechVendors {
  const { deepgram, elevenlabs, openai, openaiTranscription, cartesia, azure } = options
  const recognizers: Recognizer[] = []
  const synthesizers: Synthesizer[] = []
  if (deepgram)
    recognizers.push(
      { vendor: 'deepgram', adapter: createDeepgramSpeechToText(deepgram), supports: novaRecognizes },
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
      replacementVoice: ({ gender }) => (gender === 'female' ? 'EXAVITQu4vr4xnSDxMaL' : 'JBFqnCBsd6RMkjVDRZzb'),
    })
  if (openai)
    synthesizers.push({
      vendor: 'openai',
      adapter: createOpenAiTextToSpeech(openai),
      supports: openAiSpeaks,
      replacementVoice: ({ gender }) => (gender === 'female' ? 'marin' : 'cedar'),
    })
  if (cartesia)
    synthesizers.push({
      vendor: 'cartesia',
      adapter: createCartesiaTextToSpeech(cartesia),
      supports: cartesiaSpeaks,
      replacementVoice: cartesiaVoice,
    })
  if (azure)
    synthesizers.push({
      vendor: 'azure',
      adapter: createAzureTextToSpeech(azure),
      supports: azureSpeaks,
      replacementVoice: azureVoice,
    })
  return { recognizers, synthesizers }
}

/** Describes the vendors for the operator, without secrets. */
export function describeSpeechVendors(options: SpeechVendorOptions) {
  const { deepgram, elevenlabs, openai, openaiTranscription, cartesia, azure } = options
  const at = (what: string, vendor: { baseUrl?: string }) =>
    vendor.baseUrl ? `${what} at ${new URL(vendor.baseUrl).host}` : what
  return [
    ...(deepgram ? [{ vendor: 'deepgram', detail: at('recognition with Nova or Flux', deepgram) }] : []),
    ...(openaiTranscription
      ? [{ vendor: 'openai-transcription', detail: at('recognition', openaiTranscription) }]
      : []),
    ...(elevenlabs ? [{ vendor: 'elevenlabs', detail: at('synthesis', elevenlabs) }] : []),
    ...(openai ? [{ vendor: 'openai', detail: at('synthesis', openai) }] : []),
    ...(cartesia ? [{ vendor: 'cartesia', detail: at('synthesis', cartesia) }] : []),
    ...(azure
      ? [{ vendor: 'azure', detail: at(`synthesis${azure.baseUrl ? '' : ` in ${azure.region}`}`, azure) }]
      : []),
  ]
}
