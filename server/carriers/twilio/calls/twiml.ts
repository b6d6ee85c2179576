// Writes the instructions for calls in Twilio's XML.
import type { AgentCall, ConferenceTarget } from '#server/ports/voice-carrier.ts'

/** The name of the stream parameter that contains the token. The carrier drops the query of a stream's URL. */
export const tokenParameter = 'token'

/** After the stream, the call has no further instructions and ends. */
export function connectStream({ url, token }: { url: string; token: string }): string {
  return respond(
    `<Connect><Stream url="${escapeXml(url)}"><Parameter name="${tokenParameter}" value="${escapeXml(token)}"/></Stream></Connect>`,
  )
}

/** The conference begins with the first call, so no waiting music is played, and ends when one of the two calls leaves. */
export function joinConference({ name, maxSeconds }: ConferenceTarget): string {
  const attributes =
    'beep="false" waitUrl="" startConferenceOnEnter="true" endConferenceOnExit="true" maxParticipants="2"'
  return respond(`<Dial timeLimit="${maxSeconds}"><Conference ${attributes}>${escapeXml(name)}</Conference></Dial>`)
}

const keySeconds = 10

/** Without a key in time, the call ends. */
export function briefAgent({
  briefing,
  language,
  decisionUrl,
  needsKey,
}: Pick<AgentCall, 'briefing' | 'language' | 'needsKey'> & { decisionUrl: string }): string {
  const url = escapeXml(decisionUrl)
  const redirect = `<Redirect method="POST">${url}</Redirect>`
  if (briefing === undefined) return respond(redirect)
  const [locale, voice] = (Object.hasOwn(sayVoices, language) && sayVoices[language]) || []
  const attributes = voice === undefined ? '' : ` voice="${voice}" language="${locale}"`
  const say = `<Say${attributes}>${escapeXml(briefing)}</Say>`
  if (!needsKey) return respond(`${say}${redirect}`)
  return respond(`<Gather numDigits="1" timeout="${keySeconds}" action="${url}">${say}</Gather><Hangup/>`)
}

/**
 * Locales and voices by ISO 639-1; the carrier has none for other languages, and speaks them with its default voice.
 * https://www.twilio.com/docs/voice/twiml/say/text-speech#available-voices-and-languages
 */
const sayVoices: Readonly<Record<string, readonly [locale: string, voice: string]>> = {
  ar: ['ar-AE', 'Polly.Hala-Neural'],
  bg: ['bg-BG', 'Google.bg-BG-Standard-A'],
  bn: ['bn-IN', 'Google.bn-IN-Wavenet-A'],
  ca: ['ca-ES', 'Polly.Arlet-Neural'],
  cs: ['cs-CZ', 'Google.cs-CZ-Wavenet-A'],
  da: ['da-DK', 'Polly.Sofie-Neural'],
  de: ['de-DE', 'Polly.Vicki-Neural'],
  el: ['el-GR', 'Google.el-GR-Wavenet-A'],
  en: ['en-US', 'Polly.Joanna-Neural'],
  es: ['es-ES', 'Polly.Lucia-Neural'],
  fi: ['fi-FI', 'Polly.Suvi-Neural'],
  fr: ['fr-FR', 'Polly.Lea-Neural'],
  he: ['he-IL', 'Google.he-IL-Wavenet-A'],
  hi: ['hi-IN', 'Polly.Kajal-Neural'],
  hu: ['hu-HU', 'Google.hu-HU-Wavenet-A'],
  id: ['id-ID', 'Google.id-ID-Wavenet-A'],
  it: ['it-IT', 'Polly.Bianca-Neural'],
  ja: ['ja-JP', 'Polly.Kazuha-Neural'],
  ko: ['ko-KR', 'Polly.Seoyeon-Neural'],
  mr: ['mr-IN', 'Google.mr-IN-Wavenet-A'],
  ms: ['ms-MY', 'Google.ms-MY-Wavenet-A'],
  nb: ['nb-NO', 'Polly.Ida-Neural'],
  nl: ['nl-NL', 'Polly.Laura-Neural'],
  no: ['nb-NO', 'Polly.Ida-Neural'],
  pl: ['pl-PL', 'Polly.Ola-Neural'],
  pt: ['pt-BR', 'Polly.Camila-Neural'],
  ro: ['ro-RO', 'Google.ro-RO-Wavenet-A'],
  ru: ['ru-RU', 'Google.ru-RU-Wavenet-A'],
  sk: ['sk-SK', 'Google.sk-SK-Wavenet-A'],
  sv: ['sv-SE', 'Polly.Elin-Neural'],
  ta: ['ta-IN', 'Google.ta-IN-Wavenet-A'],
  te: ['te-IN', 'Google.te-IN-Standard-A'],
  th: ['th-TH', 'Google.th-TH-Standard-A'],
  tl: ['fil-PH', 'Google.fil-PH-Wavenet-A'],
  tr: ['tr-TR', 'Polly.Burcu-Neural'],
  uk: ['uk-UA', 'Google.uk-UA-Wavenet-A'],
  vi: ['vi-VN', 'Google.vi-VN-Standard-A'],
  zh: ['cmn-CN', 'Polly.Zhiyu-Neural'],
}

export function rejectCall(reason: 'busy' | 'rejected'): string {
  return respond(`<Reject reason="${reason}"/>`)
}

export function hangUp(): string {
  return respond('<Hangup/>')
}

function respond(verbs: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${verbs}</Response>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Removes characters that XML 1.0 cannot express. */
function escapeXml(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/[&<>"']/g, (character) => entities[character]!)
  )
}
