// Twilio's ids: two letters for the kind and 32 hexadecimal digits.
import { randomUUID } from 'node:crypto'

export type SidKind = 'SM' | 'MM' | 'HX' | 'XE' | 'ME' | 'RQ' | 'CA' | 'RE' | 'PN' | 'MZ'

export function newSid(kind: SidKind): string {
  return kind + randomHex()
}

export function isSid(text: string, ...kinds: string[]): boolean {
  return kinds.includes(text.slice(0, 2)) && /^[A-Z]{2}[0-9a-fA-F]{32}$/.test(text)
}

export function randomHex(): string {
  return randomUUID().replaceAll('-', '')
}
