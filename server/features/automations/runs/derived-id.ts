// Derives UUIDs that are the same whenever they are derived again.
import { createHash } from 'node:crypto'

/** A UUID of version 8 (RFC 9562, section 5.8). */
export function derivedId(...parts: readonly (string | number)[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  const variant = '89ab'[Number.parseInt(hash[16]!, 16) % 4]
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
