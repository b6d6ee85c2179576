// Writes the instructions for calls in Twilio's XML.
import type { AgentCall, ConferenceTarget, MediaTarget } from '#server/ports/voice-carrier.ts'

/** The name of the stream parameter that contains the token. The carrier drops the query of a stream's URL. */
export const tokenParameter = 'token'

/** After the stream, the call has no further instructions and ends. */
export function connectStream({ url, token }: MediaTarget): string {
  return respond(
    `<Connect><Stream url="${escapeXml(url)}"><Parameter name="${tokenParameter}" value="${escapeXml(token)}"/></Stream></Connect>`,
  )
}

export interface DialedNumber {
  to: string
  callerId: string
  ringingSeconds: number
  maxSeconds: number
  /** Receives the outcome, and answers with the instructions that follow. */
  resultUrl: string
}

export function dialNumber({ to, callerId, ringingSeconds, maxSeconds, resultUrl }: DialedNumber): string {
  const attributes = { action: resultUrl, callerId, timeout: ringingSeconds, timeLimit: maxSeconds }
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
  return respond(`<Dial${written.join('')}><Number>${escapeXml(to)}</Number></Dial>`)
}

/** The conference begins with the first call, so that no waiting music is played, and ends when one of the two calls leaves. */
export function joinConference({ name, maxSeconds }: ConferenceTarget): string {
  const attributes =
    'beep="false" waitUrl="" startConferenceOnEnter="true" endConferenceOnExit="true" maxParticipants="2"'
  return respond(`<Dial timeLimit="${maxSeconds}"><Conference ${attributes}>${escapeXml(name)}</Conference></Dial>`)
}

const keySeconds = 10

/** Without a key in time, the call ends. */
export function briefAgent({ briefing, language, decisionUrl, needsKey }: AgentCall): string {
  const locale = Object.hasOwn(sayLocales, language) ? ` language="${sayLocales[language]}"` : ''
  const say = `<Say${locale}>${escapeXml(briefing)}</Say>`
  const url = escapeXml(decisionUrl)
  if (!needsKey) return respond(`${say}<Redirect method="POST">${url}</Redirect>`)
  return respond(`<Gather numDigits="1" timeout="${keySeconds}" action="${url}">${say}</Gather><Hangup/>`)
}

/** By ISO 639-1. https://www.twilio.com/docs/voice/twiml/say#attributes-language */
const sayLocales: Readonly<Record<string, string>> = {
  ca: 'ca-ES',
  da: 'da-DK',
  de: 'de-DE',
  en: 'en-US',
  es: 'es-ES',
  fi: 'fi-FI',
  fr: 'fr-FR',
  it: 'it-IT',
  ja: 'ja-JP',
  ko: 'ko-KR',
  nb: 'nb-NO',
  nl: 'nl-NL',
  no: 'nb-NO',
  pl: 'pl-PL',
  pt: 'pt-PT',
  ru: 'ru-RU',
  sv: 'sv-SE',
  zh: 'zh-CN',
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
