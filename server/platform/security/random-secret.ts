// Random secrets of API keys, sessions and links; only their SHA-256 hashes are stored.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const secretBytes = 30

/** 240 random bits as 40 letters and digits, so that a double click selects all of them. */
export function newSecret(): { secret: string; sha256: Buffer } {
  const secret = randomBytes(secretBytes).toString('base64url').replaceAll('-', 'a').replaceAll('_', 'b')
  return { secret, sha256: sha256Of(secret) }
}

export const sameSecret = (secret: string, expected: Buffer): boolean => timingSafeEqual(sha256Of(secret), expected)

export function sha256Of(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
