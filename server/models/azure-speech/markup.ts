// The request to Azure: a text in SSML with a voice, a speed and a style.
import type { VoiceSettings } from '#server/ports/text-to-speech.ts'

/**
 * A style that suits any sentence, for the voices that have one.
 * https://learn.microsoft.com/azure/ai-services/speech-service/language-support?tabs=tts#voice-styles-and-roles
 */
const styles: Record<string, string> = {
  'en-GB-RyanNeural': 'chat',
  'en-IN-NeerjaNeural': 'empathetic',
  'en-US-AriaNeural': 'friendly',
  'en-US-GuyNeural': 'friendly',
  'en-US-JennyNeural': 'friendly',
  'es-MX-JorgeNeural': 'chat',
  'hi-IN-SwaraNeural': 'empathetic',
  'it-IT-IsabellaNeural': 'chat',
  'ja-JP-NanamiNeural': 'chat',
  'zh-CN-XiaoxiaoNeural': 'friendly',
  'zh-CN-YunxiNeural': 'chat',
  'zh-CN-YunyangNeural': 'customerservice',
}

export function speechMarkup(text: string, { voice, language, speed, emotion }: VoiceSettings): string {
  const style = emotion ? styles[voice] : undefined
  const spoken = withRate(escapeXml(text), Math.round((between(0.5, speed, 2) - 1) * 100))
  const styled = style ? `<mstts:express-as style="${style}">${spoken}</mstts:express-as>` : spoken
  const locale = /^[a-z]{2,3}-[A-Z]{2}(?=-)/.exec(voice)?.[0] ?? language
  return (
    '<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xmlns:mstts="https://www.w3.org/2001/mstts" ' +
    `xml:lang="${escapeXml(locale)}"><voice name="${escapeXml(voice)}">${styled}</voice></speak>`
  )
}

const withRate = (markup: string, percent: number): string =>
  percent === 0 ? markup : `<prosody rate="${percent > 0 ? '+' : ''}${percent}%">${markup}</prosody>`

const between = (min: number, value: number, max: number) => Math.min(max, Math.max(min, value))

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Replaces characters that XML 1.0 does not allow, also in an escaped form. */
function escapeXml(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: These characters are what is removed.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ')
      .replace(/[&<>"']/g, (character) => entities[character]!)
  )
}
