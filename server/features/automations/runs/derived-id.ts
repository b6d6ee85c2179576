// Derives ids: the same parts always give the same id.
import { createHash } from 'node:crypto'

const hashOf = (parts: readonly (string | number)[]): Buffer =>
  createHash('sha256').update(JSON.stringify(parts)).digest()

/** A UUID of version 8 (RFC 9562, section 5.8). */
export function derivedId(...parts: readonly (string | number)[]): string {
  const hash = hashOf(parts).toString('hex')
  const variant = '89ab'[Number.parseInt(hash[16]!, 16) % 4]
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-'

/** In the form of a nanoid, up to 32 characters with six bits each. */
export const derivedShortId = (length: number, ...parts: readonly string[]): string =>
  Array.from(hashOf(parts).subarray(0, length), (byte) => alphabet[byte & 63]).join('')
