// Signs and verifies the tokens of short-lived links, which are bound to a purpose, an account and a record.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Each purpose has its own key, so that a token is never valid for another one. */
export type LinkPurpose = 'recording'

export interface LinkTarget {
  accountId: number
  /** A UUID. */
  id: string
}

export const longestLinkMs = 15 * 60_000

/** The token is valid for `validMs` after `now`, at most `longestLinkMs`. */
export function signLink(
  masterKey: Uint8Array,
  purpose: LinkPurpose,
  { accountId, id }: LinkTarget,
  { now, validMs = longestLinkMs }: { now: Date; validMs?: number },
): string {
  const expiresAtMs = now.getTime() + Math.min(validMs, longestLinkMs)
  const signed = `${accountId}.${id}.${expiresAtMs}`
  return `${signed}.${macOf(masterKey, purpose, signed).toString('base64url')}`
}

const tokenForm = /^(([1-9]\d{0,14})\.([0-9a-f-]{36})\.(\d{1,15}))\.([\w-]{43})$/

/** Undefined if the token is malformed, forged, expired, or valid for longer than any token is. */
export function verifyLink(
  masterKey: Uint8Array,
  purpose: LinkPurpose,
  token: string,
  now: Date,
): LinkTarget | undefined {
  const match = tokenForm.exec(token)
  if (!match) return undefined
  const [, signed, accountId, id, expiresAtMs, mac] = match as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  // The text is compared, because several texts decode to the same bytes.
  const expected = macOf(masterKey, purpose, signed).toString('base64url')
  if (!timingSafeEqual(Buffer.from(mac), Buffer.from(expected))) return undefined
  const remainingMs = Number(expiresAtMs) - now.getTime()
  return remainingMs > 0 && remainingMs <= longestLinkMs ? { accountId: Number(accountId), id } : undefined
}

function macOf(masterKey: Uint8Array, purpose: LinkPurpose, signed: string): Buffer {
  const key = hkdfSync('sha256', masterKey, '', `parley signed link: ${purpose}`, 32)
  return createHmac('sha256', Buffer.from(key)).update(signed).digest()
}
