// Speech synthesis by Cartesia over its WebSocket API.
import { apiKey, webUrl } from '#server/platform/validation/settings.ts'
import type { TextToSpeech, VoiceSettings } from '#server/ports/text-to-speech.ts'
import {
  type ContextProtocol,
  type ContextSpeakerLimits,
  defaultContextSpeakerLimits,
  openContextSpeaker,
} from '../vendor-speech/context-speaker.ts'
import type { SpeechVendor } from '../vendor-speech/speech-vendor.ts'
import { apiVersion, cancelMessage, requestMessage, speaksLanguage, speechUrl } from './messages.ts'
import { readMessage, readWords } from './output.ts'
import { replacementVoice } from './voices.ts'
import { createWordAligner } from './word-aligner.ts'

export interface CartesiaOptions {
  apiKey: string
  baseUrl?: string
  limits?: Partial<ContextSpeakerLimits>
}

export const cartesia: SpeechVendor<CartesiaOptions> = {
  code: 'cartesia',
  settings: { apiKey: ['CARTESIA_API_KEY', apiKey()], baseUrl: ['CARTESIA_BASE_URL', webUrl()] },
  enabledBy: ['apiKey'],
  describe: () => 'synthesis',
  synthesizers: (options) => [
    { vendor: 'cartesia', adapter: createCartesiaTextToSpeech(options), supports: speaksLanguage, replacementVoice },
  ],
}

/** Cartesia limits the contexts of all calls together, and speaks faster than the customer listens. */
const maxContexts = 2

/** Protocol: https://docs.cartesia.ai/api-reference/tts/websocket */
export function createCartesiaTextToSpeech({ apiKey, baseUrl, limits }: CartesiaOptions): TextToSpeech {
  const headers = { 'x-api-key': apiKey, 'cartesia-version': apiVersion }
  const url = speechUrl(baseUrl)
  return {
    open: (settings) =>
      openContextSpeaker(protocolOf(url, headers, settings), { ...defaultContextSpeakerLimits, ...limits }),
  }
}

const protocolOf = (url: URL, headers: Record<string, string>, settings: VoiceSettings): ContextProtocol => ({
  vendor: 'Cartesia',
  url,
  headers,
  maxContexts,
  maxCharacters: 5_000,
  newContext: () => crypto.randomUUID(),
  requestMessages: (context, text) => [requestMessage(context, text, settings)],
  cancelMessage,
  read: readMessage,
  createAligner(text) {
    const align = createWordAligner(text)
    return (fields) => {
      const words = readWords(fields)
      return words && align(words)
    }
  },
})
