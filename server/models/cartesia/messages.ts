// The address and the messages that Parley sends to Cartesia.
import type { VoiceSettings } from '#server/ports/text-to-speech.ts'

export const apiVersion = '2026-03-01'

/** The newest model that follows the requested speed. Later ones ignore it. */
const model = 'sonic-3'

/** https://docs.cartesia.ai/build-with-cartesia/tts-models/sonic-3. The API uses these codes. */
const spoken = new Set(
  (
    'ar bg bn cs da de el en es fi fr gu he hi hr hu id it ja ka kn ko ml mr ms nl no pa pl pt ro ru sk sv ta te th ' +
    'tl tr uk vi zh'
  ).split(' '),
)

/** Whether Cartesia speaks the language, as an ISO 639-1 code. */
export const speaksLanguage = (language: string): boolean => spoken.has(language)

export const speechUrl = (baseUrl = 'https://api.cartesia.ai'): URL =>
  new URL(`${baseUrl.replace(/\/$/, '')}/tts/websocket`)

/** The text is complete, so Cartesia neither waits for more of it nor keeps the context. */
export function requestMessage(context: string, text: string, settings: VoiceSettings): string {
  return JSON.stringify({
    model_id: model,
    transcript: withoutTags(text),
    voice: { mode: 'id', id: settings.voice },
    ...(speaksLanguage(settings.language) && { language: settings.language }),
    context_id: context,
    output_format: { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8_000 },
    add_timestamps: true,
    continue: false,
    max_buffer_delay_ms: 0,
    generation_config: {
      speed: Math.min(1.5, Math.max(0.6, settings.speed)),
      // Without this field, the model derives the emotion from the text.
      ...(!settings.emotion && { emotion: 'neutral' }),
    },
  })
}

export const cancelMessage = (context: string): string => JSON.stringify({ context_id: context, cancel: true })

/** Cartesia interprets tags such as `<break time="9s"/>`. Texts of Parley contain none on purpose. */
const withoutTags = (text: string): string => text.replace(/<(?=[/a-z])/gi, ' ')
