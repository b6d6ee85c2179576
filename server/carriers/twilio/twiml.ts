// Writes the instructions for calls in Twilio's XML.
import type { MediaTarget } from '#server/ports/voice-carrier.ts'

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
