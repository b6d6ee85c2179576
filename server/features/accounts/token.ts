// The form of API keys: `<id>|<secret>`, of which only the secret's SHA-256 is kept.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

export interface NewSecret {
  secret: string
  sha256: Buffer
}

const secretBytes = 30

/** 240 random bits, as 40 characters that survive a double click. */
export function newSecret(): NewSecret {
  const secret = randomBytes(secretBytes).toString('base64url').replaceAll('-', 'a').replaceAll('_', 'b')
  return { secret, sha256: sha256(secret) }
}

export const tokenOf = (keyId: number, secret: string): string => `${keyId}|${secret}`

export function parseToken(token: string): { keyId: number; secret: string } | undefined {
  const match = /^([1-9]\d{0,14})\|([A-Za-z0-9]{20,100})$/.exec(token)
  return match ? { keyId: Number(match[1]), secret: match[2]! } : undefined
}

export const sameSecret = (secret: string, expected: Buffer): boolean => timingSafeEqual(sha256(secret), expected)

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
