// Seals secrets that have to be read again: AES-256-GCM under a master key, bound to the place they are kept in.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const cipherName = 'aes-256-gcm'
/** Begins every box, so that another cipher can follow one day. */
const version = 1
const nonceBytes = 12
const tagBytes = 16

export class BoxError extends Error {}

/** `place` names where the box is kept; it opens nowhere else. `key` has 32 bytes. */
export function seal(key: Uint8Array, secret: string, place: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(cipherName, key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), sealed])
}

/** Throws `BoxError` for a box of another key or place, and for one that was altered. */
export function open(key: Uint8Array, box: Uint8Array, place: string): string {
  const bytes = Buffer.from(box)
  const sealedFrom = 1 + nonceBytes + tagBytes
  if (bytes.length < sealedFrom || bytes[0] !== version) throw new BoxError('Not a sealed secret.')
  const decipher = createDecipheriv(cipherName, key, bytes.subarray(1, 1 + nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(bytes.subarray(1 + nonceBytes, sealedFrom))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(sealedFrom)), decipher.final()]).toString('utf8')
  } catch {
    throw new BoxError('A secret was sealed under another master key, or altered.')
  }
}
