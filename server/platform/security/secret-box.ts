// Encrypts stored secrets with AES-256-GCM under the master key, bound to the place where they are stored.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const cipherName = 'aes-256-gcm'
/** The first byte of every box, so that the cipher can be changed later. */
const version = 1
const nonceBytes = 12
const tagBytes = 16

export class BoxError extends Error {}

/** `place` identifies where the box is stored; it can only be decrypted there. `key` has 32 bytes. */
export function seal(key: Uint8Array, secret: string, place: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(cipherName, key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), sealed])
}

/** Throws a `BoxError` for another key or place, and for modified data. */
export function open(key: Uint8Array, box: Uint8Array, place: string): string {
  const bytes = Buffer.from(box)
  const sealedFrom = 1 + nonceBytes + tagBytes
  if (bytes.length < sealedFrom || bytes[0] !== version) throw new BoxError('The value is not an encrypted secret.')
  const decipher = createDecipheriv(cipherName, key, bytes.subarray(1, 1 + nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(bytes.subarray(1 + nonceBytes, sealedFrom))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(sealedFrom)), decipher.final()]).toString('utf8')
  } catch {
    throw new BoxError('The secret was encrypted with another master key, or modified.')
  }
}
