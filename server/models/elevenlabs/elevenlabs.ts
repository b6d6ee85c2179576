// Speech synthesis by ElevenLabs over its multi-context WebSocket API.
import { apiKey, webUrl } from '#server/platform/validation/settings.ts'
import type { TextToSpeech, VoiceSettings } from '#server/ports/text-to-speech.ts'
import {
  type ContextProtocol,
  type ContextSpeakerLimits,
  defaultContextSpeakerLimits,
  openContextSpeaker,
} from '../vendor-speech/context-speaker.ts'
import type { SpeechVendor } from '../vendor-speech/speech-vendor.ts'
import {
  contextMessages,
  keepAliveContext,
  keepAliveMessage,
  openingMessage,
  speaksLanguage,
  speechUrl,
} from './messages.ts'
import { readAlignment, readMessage } from './output.ts'

export interface ElevenLabsOptions {
  apiKey: string
  baseUrl?: string
  limits?: Partial<ElevenLabsLimits>
}

interface ElevenLabsLimits extends ContextSpeakerLimits {
  /** Below the 20 seconds after which idle connections are closed unless another time is set. */
  keepAliveMs: number
}

const defaultLimits: ElevenLabsLimits = { ...defaultContextSpeakerLimits, keepAliveMs: 10_000 }

export const elevenLabs: SpeechVendor<ElevenLabsOptions> = {
  code: 'elevenlabs',
  settings: { apiKey: ['ELEVENLABS_API_KEY', apiKey()], baseUrl: ['ELEVENLABS_BASE_URL', webUrl()] },
  enabledBy: ['apiKey'],
  describe: () => 'synthesis',
  synthesizers: (options) => [
    {
      vendor: 'elevenlabs',
      adapter: createElevenLabsTextToSpeech(options),
      supports: speaksLanguage,
      // Sarah and George.
      replacementVoice: ({ gender }) => (gender === 'female' ? 'EXAVITQu4vr4xnSDxMaL' : 'JBFqnCBsd6RMkjVDRZzb'),
    },
  ],
}

/** ElevenLabs allows five contexts, of which one keeps the connection open. Cancelled ones count until they end. */
const maxContexts = 4

/** Protocol: https://elevenlabs.io/docs/api-reference/text-to-speech/v-1-text-to-speech-voice-id-multi-stream-input */
export function createElevenLabsTextToSpeech({ apiKey, baseUrl, limits }: ElevenLabsOptions): TextToSpeech {
  const all = { ...defaultLimits, ...limits }
  return {
    open: (settings) => openContextSpeaker(protocolOf(apiKey, baseUrl, settings, all.keepAliveMs), all),
  }
}

function protocolOf(
  apiKey: string,
  baseUrl: string | undefined,
  settings: VoiceSettings,
  keepAliveMs: number,
): ContextProtocol {
  let contextCount = 0
  return {
    vendor: 'ElevenLabs',
    url: speechUrl(baseUrl, settings),
    headers: { 'xi-api-key': apiKey },
    maxContexts,
    maxCharacters: 5_000,
    openingMessage: openingMessage(keepAliveContext, settings),
    keepAlive: { message: keepAliveMessage, intervalMs: keepAliveMs },
    closingMessage: '{"close_socket":true}',
    newContext: () => String(++contextCount),
    requestMessages: (context, text) => contextMessages(context, text, settings),
    read: readMessage,
    createAligner: () => (fields, audioMs) => readAlignment(fields['alignment'], audioMs),
  }
}
