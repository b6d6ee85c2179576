// Reads and writes `a=crypto` lines: the keys of SRTP (RFC 4568, section 9.1).
import type { SrtpKey, SrtpSuite } from '../srtp/index.ts'
import type { CryptoLine } from './description.ts'

const suites: readonly string[] = ['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'] satisfies SrtpSuite[]
const keyBytes = 16
const saltBytes = 14
/** RFC 4568, section 9.2. */
const maxIdentifierBytes = 128
/** 30 bytes as Base64. */
const inlineKey = /^inline:([A-Za-z0-9+/]{40})={0,2}(?:\||$)/i

/**
 * Reads the value after `a=crypto:`. Returns undefined for other suites, and for session parameters that change how
 * packets are encrypted or authenticated: a line with an unknown parameter is no candidate (section 6.3). The lifetime
 * is longer than any call. Several keys in one line are not supported.
 */
export function readCrypto(value: string): CryptoLine | undefined {
  const [tag = '', suite = '', parameters = '', ...session] = value.trim().split(/[ \t]+/, 8)
  const [, base64] = inlineKey.exec(parameters) ?? []
  const upperSuite = suite.toUpperCase()
  if (!/^\d{1,9}$/.test(tag) || !suites.includes(upperSuite) || base64 === undefined) return undefined
  // The window size is a hint for the receiver; UNENCRYPTED_SRTP, KDR, FEC and the others would change the packets.
  if (session.some((parameter) => !/^WSH=\d{1,6}$/i.test(parameter))) return undefined
  const mkiBytes = readIdentifierLength(parameters)
  if (mkiBytes === undefined) return undefined
  const bytes = Buffer.from(base64, 'base64')
  return {
    tag: Number(tag),
    suite: upperSuite as SrtpSuite,
    key: new Uint8Array(bytes.subarray(0, keyBytes)),
    salt: new Uint8Array(bytes.subarray(keyBytes, keyBytes + saltBytes)),
    mkiBytes,
  }
}

/** `inline:KEY|LIFETIME|MKI:LENGTH`: 0 without an identifier, undefined for several keys or a wrong length. */
function readIdentifierLength(parameters: string): number | undefined {
  if (parameters.includes(';')) return undefined
  const [, length] = /\|\d{1,40}:(\d{1,3})$/.exec(parameters) ?? []
  if (length === undefined) return 0
  return Number(length) >= 1 && Number(length) <= maxIdentifierBytes ? Number(length) : undefined
}

export const writeCrypto = ({ tag, suite, key, salt }: CryptoLine): string =>
  `a=crypto:${tag} ${suite} inline:${Buffer.concat([key, salt]).toString('base64')}`

export const srtpKeyOf = ({ suite, key, salt, mkiBytes = 0 }: CryptoLine): SrtpKey => ({ suite, key, salt, mkiBytes })

export const allSuites = suites as readonly SrtpSuite[]
