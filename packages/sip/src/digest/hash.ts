// Computes digests for authentication (RFC 7616, section 3.4; RFC 8760; RFC 2069).
import { createHash } from 'node:crypto'

/** The algorithms that are understood, the strongest first. */
export const digestAlgorithms = ['SHA-512-256', 'SHA-256', 'MD5'] as const

export type DigestAlgorithm = (typeof digestAlgorithms)[number]

const nodeNames: Readonly<Record<DigestAlgorithm, string>> = {
  'SHA-512-256': 'sha512-256',
  'SHA-256': 'sha256',
  MD5: 'md5',
}

/** The lower-case hexadecimal digest of a text, as UTF-8, or of bytes. */
export const digestOf = (algorithm: DigestAlgorithm, data: string | Uint8Array): string =>
  createHash(nodeNames[algorithm]).update(data).digest('hex')

export interface DigestInput {
  algorithm: DigestAlgorithm
  /** Whether the algorithm has the suffix `-sess`. */
  isSession: boolean
  username: string
  realm: string
  password: string
  nonce: string
  /** As in the credentials. */
  uri: string
  method: string
  /** Undefined for the form of RFC 2069. */
  qop?: 'auth' | 'auth-int'
  /** Eight hexadecimal digits; with `qop`. */
  nc?: string
  /** With `qop` or `-sess`. */
  cnonce?: string
  /** The body of the request, with `auth-int`. */
  body?: Uint8Array
}

/** The `response` parameter of credentials. */
export function digestResponse(input: DigestInput): string {
  const { algorithm, isSession, username, realm, password, nonce, uri, method, qop, nc = '', cnonce = '' } = input
  const hash = (data: string | Uint8Array): string => digestOf(algorithm, data)
  const user = hash(`${username}:${realm}:${password}`)
  const first = isSession ? hash(`${user}:${nonce}:${cnonce}`) : user
  const entity = qop === 'auth-int' ? `:${hash(input.body ?? new Uint8Array())}` : ''
  const second = hash(`${method}:${uri}${entity}`)
  return hash(qop === undefined ? `${first}:${nonce}:${second}` : `${first}:${nonce}:${nc}:${cnonce}:${qop}:${second}`)
}

/** Splits a name such as `SHA-256-sess`; the default is MD5 (RFC 7616, section 3.3). Undefined for an unknown one. */
export function readAlgorithm(name = 'MD5'): { algorithm: DigestAlgorithm; isSession: boolean } | undefined {
  const upper = name.toUpperCase()
  const isSession = upper.endsWith('-SESS')
  const base = isSession ? upper.slice(0, -5) : upper
  const algorithm = digestAlgorithms.find((each) => each === base)
  return algorithm === undefined ? undefined : { algorithm, isSession }
}
