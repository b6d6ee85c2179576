// The address and the messages that Parley sends to ElevenLabs.
import type { VoiceSettings } from '#server/ports/text-to-speech.ts'

/** https://elevenlabs.io/docs/models#flash-v25. Norwegian and Filipino have other codes in ISO 639-1. */
const spoken = new Set(
  'ar bg cs da de el en es fi fr hi hr hu id it ja ko ms nl no pl pt ro ru sk sv ta tl tr uk vi zh'.split(' '),
)

/** Whether ElevenLabs speaks the language, as an ISO 639-1 code. */
export const speaksLanguage = (language: string): boolean => spoken.has(language)

export const keepAliveContext = 'keep-alive'
/** A text without content resets the inactivity timeout. Only messages with a context are accepted. */
export const keepAliveMessage = JSON.stringify({ text: '', context_id: keepAliveContext })

export function speechUrl(baseUrl = 'https://api.elevenlabs.io', { voice, language }: VoiceSettings): URL {
  const url = new URL(`${baseUrl.replace(/\/$/, '')}/v1/text-to-speech/${encodeURIComponent(voice)}/multi-stream-input`)
  url.searchParams.set('model_id', 'eleven_flash_v2_5')
  url.searchParams.set('output_format', 'ulaw_8000')
  url.searchParams.set('auto_mode', 'true')
  url.searchParams.set('sync_alignment', 'true')
  url.searchParams.set('inactivity_timeout', '180')
  if (speaksLanguage(language)) url.searchParams.set('language_code', language === 'tl' ? 'fil' : language)
  return url
}

/** Opens a context. Its text must be one space. */
export function openingMessage(context: string, settings: VoiceSettings): string {
  const voiceSettings = {
    stability: between(0, settings.stability, 1),
    similarity_boost: between(0, settings.similarity, 1),
    style: settings.emotion ? 0.5 : 0,
    speed: between(0.7, settings.speed, 1.2),
  }
  return JSON.stringify({ text: ' ', voice_settings: voiceSettings, context_id: context })
}

/** Without `close_context`, ElevenLabs does not report the end of the audio. */
export function contextMessages(context: string, text: string, settings: VoiceSettings): string[] {
  return [
    openingMessage(context, settings),
    // A text must end with a space.
    JSON.stringify({ text: `${text.trim()} `, context_id: context, flush: true }),
    JSON.stringify({ context_id: context, close_context: true }),
  ]
}

const between = (min: number, value: number, max: number) => Math.min(max, Math.max(min, value))
