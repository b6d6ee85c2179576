// API keys have the form `<id>|<secret>`; only the SHA-256 hash of the secret is stored.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const secretBytes = 30

/** 240 random bits as 40 letters and digits, so that a double click selects all of them. */
export function newSecret(): { secret: string; sha256: Buffer } {
  const secret = randomBytes(secretBytes).toString('base64url').replaceAll('-', 'a').replaceAll('_', 'b')
  return { secret, sha256: sha256(secret) }
}

export function parseToken(token: string): { keyId: number; secret: string } | undefined {
  const match = /^([1-9]\d{0,14})\|([A-Za-z0-9]{20,100})$/.exec(token)
  return match ? { keyId: Number(match[1]), secret: match[2]! } : undefined
}

export const sameSecret = (secret: string, expected: Buffer): boolean => timingSafeEqual(sha256(secret), expected)

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
