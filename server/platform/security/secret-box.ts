// Encrypts stored secrets with AES-256-GCM under the master key, bound to the place where they are stored.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { unreadableSecret } from '#contract/wire/envelopes.ts'
import { Refusal } from '../refusal.ts'

const cipherName = 'aes-256-gcm'
/** The first byte of every box, so that the cipher can be changed later. */
const version = 1
const nonceBytes = 12
const tagBytes = 16

/** The secret was encrypted with another master key or for another place, or was modified. Every endpoint can refuse with it. */
export class BoxError extends Refusal {
  /** `what` begins the message, such as `The secret of the carrier account`, and `advice` ends it. */
  constructor(what?: string, advice?: string) {
    super(unreadableSecret.code, unreadableSecret.message(what, advice))
    this.name = 'BoxError'
  }
}

/** `place` identifies where the box is stored; it can only be decrypted there. `key` has 32 bytes. */
export function seal(key: Uint8Array, secret: string, place: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(cipherName, key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), sealed])
}

/** Throws a `BoxError`, whose message names `what`, for another key or place, and for modified data. */
export function open(key: Uint8Array, box: Uint8Array, place: string, what?: string): string {
  const bytes = Buffer.from(box)
  const sealedFrom = 1 + nonceBytes + tagBytes
  if (bytes.length < sealedFrom || bytes[0] !== version) throw new BoxError(what)
  const decipher = createDecipheriv(cipherName, key, bytes.subarray(1, 1 + nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(bytes.subarray(1 + nonceBytes, sealedFrom))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(sealedFrom)), decipher.final()]).toString('utf8')
  } catch {
    throw new BoxError(what)
  }
}

/** Undefined if it was encrypted with another master key. */
export function openIfReadable(read: () => string): string | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof BoxError) return undefined
    throw error
  }
}
