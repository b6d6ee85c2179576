// Reads and writes keys in the body of INFO: `application/dtmf-relay` and `application/dtmf`.
import { type Header, headerOf, type SipMessage } from '../message/index.ts'

export interface KeyInfo {
  key: string
  durationMs: number | undefined
}

const keyPattern = /^[0-9*#A-D!]$/
const namedKeys: Readonly<Record<string, string>> = {
  '10': '*',
  '11': '#',
  '12': 'A',
  '13': 'B',
  '14': 'C',
  '15': 'D',
  '16': '!',
}
const longestMs = 60_000
const maxBody = 256

/** Undefined for other bodies, which are legal and mean nothing to us. */
export function keyOfInfo(message: SipMessage): KeyInfo | undefined {
  const type = (headerOf(message, 'Content-Type') ?? '').split(';', 1)[0]!.trim().toLowerCase()
  if (message.body.length > maxBody) return undefined
  const text = Buffer.from(message.body).toString('latin1')
  if (type === 'application/dtmf') return keyFrom(text, undefined)
  if (type !== 'application/dtmf-relay') return undefined
  let signal = ''
  let durationMs: number | undefined
  for (const line of text.split(/\r\n|\n|\r/)) {
    const equals = line.indexOf('=')
    const name = line.slice(0, Math.max(equals, 0)).trim().toLowerCase()
    const value = line.slice(equals + 1).trim()
    if (name === 'signal') signal = value
    else if (name === 'duration' && /^\d{1,5}$/.test(value)) durationMs = Math.min(Number(value), longestMs)
  }
  return keyFrom(signal, durationMs)
}

function keyFrom(text: string, durationMs: number | undefined): KeyInfo | undefined {
  const written = text.trim().toUpperCase()
  const key = namedKeys[written] ?? written
  return keyPattern.test(key) ? { key, durationMs } : undefined
}

export const keyInfo = (key: string, durationMs: number): { headers: readonly Header[]; body: Uint8Array } => ({
  headers: [['Content-Type', 'application/dtmf-relay']],
  body: Buffer.from(`Signal=${key}\r\nDuration=${durationMs}\r\n`),
})

export const isKey = (key: string): boolean => keyPattern.test(key)
