// Derives the session keys of SRTP and encrypts with AES in counter mode (RFC 3711, sections 4.1.1 and 4.3).
import { createCipheriv } from 'node:crypto'

export type SrtpSuite = 'AES_CM_128_HMAC_SHA1_80' | 'AES_CM_128_HMAC_SHA1_32'

/** A master key with its suite, as an `a=crypto` line has it (RFC 4568, section 6.1). */
export interface SrtpKey {
  suite: SrtpSuite
  /** 16 bytes. */
  key: Uint8Array
  /** 14 bytes. */
  salt: Uint8Array
  /** The length of the master key identifier in the packets that are received (RFC 3711, section 3.1). Default: 0. */
  mkiBytes?: number | undefined
}

/** Labels of RFC 3711, section 4.3.1 and 4.3.2. */
export const labels = {
  rtp: { encryption: 0, authentication: 1, salt: 2 },
  rtcp: { encryption: 3, authentication: 4, salt: 5 },
} as const

/** Adds the key stream for a packet to the bytes, which encrypts and decrypts. */
export type ApplyKeyStream = (bytes: Uint8Array, start: number, end: number, counter: Uint8Array) => void

/** A packet of 2,048 bytes at most. */
const maxBlocks = 128

/**
 * One ECB cipher for the whole call, with the counters of a packet as its input: a cipher object for each packet would
 * take ten times longer.
 */
export function createKeyStream(key: Uint8Array): ApplyKeyStream {
  const cipher = createCipheriv('aes-128-ecb', key, null)
  cipher.setAutoPadding(false)
  const counters = Buffer.alloc(16 * maxBlocks)
  return (bytes, start, end, counter) => {
    const blocks = Math.ceil((end - start) / 16)
    for (let block = 0, at = 0; block < blocks; block++) {
      for (let index = 0; index < 14; index++) counters[at++] = counter[index]!
      const low = ((counter[14]! << 8) | counter[15]!) + block
      counters[at++] = low >> 8
      counters[at++] = low
    }
    const stream = cipher.update(counters.subarray(0, 16 * blocks))
    for (let index = start; index < end; index++) bytes[index]! ^= stream[index - start]!
  }
}

/** Section 4.3.1, with a key derivation rate of 0, which is the only one that `a=crypto` lines of telephones use. */
export function deriveKey(master: Pick<SrtpKey, 'key' | 'salt'>, label: number, length: number): Uint8Array {
  const counter = new Uint8Array(16)
  counter.set(master.salt)
  counter[7]! ^= label
  const derived = new Uint8Array(length)
  createKeyStream(master.key)(derived, 0, length, counter)
  return derived
}

/**
 * Writes the initial counter of a packet: the salt, with the SSRC and the 48-bit index added (section 4.1.1). `high` are
 * the upper 32 bits of the index, and `low` its lower 16 bits.
 */
export function writeCounter(counter: Uint8Array, salt: Uint8Array, ssrc: number, high: number, low: number): void {
  counter.set(salt)
  counter[14] = counter[15] = 0
  for (let index = 0; index < 4; index++) {
    counter[4 + index]! ^= (ssrc >>> (24 - 8 * index)) & 0xff
    counter[8 + index]! ^= (high >>> (24 - 8 * index)) & 0xff
  }
  counter[12]! ^= (low >> 8) & 0xff
  counter[13]! ^= low & 0xff
}
