// Describes Deepgram, whose models Nova and Flux recognize speech.
import { apiKey, webUrl } from '#server/platform/validation/settings.ts'
import type { SpeechVendor } from '../vendor-speech/speech-vendor.ts'
import { createDeepgramFluxSpeechToText } from './flux.ts'
import { fluxRecognizes, novaRecognizes } from './languages.ts'
import { createDeepgramSpeechToText } from './nova.ts'

export const deepgram: SpeechVendor<{ apiKey: string; baseUrl?: string }> = {
  code: 'deepgram',
  settings: { apiKey: ['DEEPGRAM_API_KEY', apiKey()], baseUrl: ['DEEPGRAM_BASE_URL', webUrl()] },
  enabledBy: ['apiKey'],
  describe: () => 'recognition with Nova or Flux',
  recognizers: (options) => [
    { vendor: 'deepgram', adapter: createDeepgramSpeechToText(options), supports: novaRecognizes },
    { vendor: 'deepgram-flux', adapter: createDeepgramFluxSpeechToText(options), supports: fluxRecognizes },
  ],
}
