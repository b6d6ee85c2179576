// Challenges requests as a server and verifies their credentials (RFC 7616; RFC 3261, section 22.4).
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { SipClock } from '../clock.ts'
import { parseAuthentication } from '../message/authentication.ts'
import { type Header, headersOf, type SipRequest } from '../message/message.ts'
import type { Parameters } from '../message/parameters.ts'
import { sameUri } from '../message/same-uri.ts'
import { quote } from '../message/text.ts'
import { parseUri } from '../message/uri.ts'
import { type DigestAlgorithm, digestResponse, readAlgorithm } from './hash.ts'

export interface DigestServerOptions {
  realm: string
  /** At least 32 random bytes, which nonces are signed with. */
  secret: Uint8Array
  clock: SipClock
  /** The algorithms that are offered, the preferred one first (RFC 8760, section 2.3). Default: SHA-256, MD5. */
  algorithms?: readonly DigestAlgorithm[]
  /** How long a nonce is valid. Default: 60 s. */
  nonceMs?: number
  /** Whether credentials without `qop` are accepted, which replay protection does not cover. Default: false. */
  allowsNoQop?: boolean
  /** How many nonces are tracked; beyond them, the oldest becomes stale. Default: 10,000. */
  maxNonces?: number
}

export type Verification =
  | { type: 'verified'; username: string }
  /** The answer is a challenge with `stale=true`. */
  | { type: 'stale' }
  /** The answer is a challenge, the same for an unknown user and a wrong password. */
  | { type: 'failed'; hasCredentials: boolean }

export interface DigestServer {
  /** The WWW-Authenticate fields of a 401 for a source address. Nothing is stored. */
  challenge(source: string, options?: { isStale?: boolean }): Header[]
  /** The password of a user; undefined for an unknown one. The source is the address of the request. */
  verifyCredentials(
    request: SipRequest,
    source: string,
    passwordOf: (username: string) => string | undefined,
  ): Verification
}

const maxCredentials = 8

export function createDigestServer(options: DigestServerOptions): DigestServer {
  const { realm, secret, clock, algorithms = ['SHA-256', 'MD5'], nonceMs = 60_000, maxNonces = 10_000 } = options
  /** The highest nonce count of each verified nonce. */
  const counts = new Map<string, number>()
  /** Nonces up to this time are stale, because their counts are forgotten. */
  let forgottenUntilMs = Number.NEGATIVE_INFINITY

  const sign = (start: string, source: string): string =>
    createHmac('sha256', secret).update(`${start} ${source} ${realm}`).digest('base64url').slice(0, 32)

  /** The time and a random part, because many telephones behind one address can be challenged at the same time. */
  const createNonce = (source: string): string => {
    const start = `${Math.floor(clock.now()).toString(36)}.${randomBytes(6).toString('base64url')}`
    return `${start}.${sign(start, source)}`
  }

  function stateOf(nonce: string, source: string): 'valid' | 'expired' | 'foreign' {
    const [time = '', salt, signature = ''] = nonce.split('.', 3)
    const atMs = Number.parseInt(time, 36)
    if (!Number.isSafeInteger(atMs) || !isEqual(sign(`${time}.${salt}`, source), signature)) return 'foreign'
    return clock.now() - atMs >= nonceMs || atMs <= forgottenUntilMs ? 'expired' : 'valid'
  }

  function verify(request: SipRequest, source: string, params: Parameters, password: string | undefined): Verification {
    const failed: Verification = { type: 'failed', hasCredentials: true }
    const [username, nonce, uri, response] = ['username', 'nonce', 'uri', 'response'].map((name) => params.get(name))
    const algorithm = readAlgorithm(params.get('algorithm'))
    if (username === undefined || nonce === undefined || uri === undefined || response === undefined) return failed
    if (algorithm === undefined || !algorithms.includes(algorithm.algorithm)) return failed
    const protection = readProtection(params)
    if (protection === undefined) return failed
    if (protection.qop === undefined && !options.allowsNoQop) return failed
    const state = stateOf(nonce, source)
    if (state === 'foreign') return failed
    const { method, body } = request
    // An unknown user costs the same time as a wrong password.
    const input = { ...algorithm, ...protection, username, realm, password: password ?? '', nonce, uri, method, body }
    const isRight = isEqual(digestResponse(input), response.toLowerCase())
    if (!isRight || password === undefined || !isSameUri(uri, request.uri)) return failed
    if (state === 'expired') return { type: 'stale' }
    return protection.nc === undefined || count(nonce, Number.parseInt(protection.nc, 16))
      ? { type: 'verified', username }
      : { type: 'stale' }
  }

  /** Returns false for a count that is not higher than those before: a replay. */
  function count(nonce: string, value: number): boolean {
    if (value <= (counts.get(nonce) ?? 0)) return false
    counts.set(nonce, value)
    if (counts.size <= maxNonces) return true
    const oldest = counts.keys().next().value!
    counts.delete(oldest)
    forgottenUntilMs = Math.max(forgottenUntilMs, Number.parseInt(oldest.split('.')[0]!, 36))
    return true
  }

  return {
    challenge: (source, { isStale = false } = {}) => {
      const nonce = createNonce(source)
      const stale = isStale ? ', stale=true' : ''
      return algorithms.map((algorithm) => [
        'WWW-Authenticate',
        `Digest realm=${quote(realm)}, nonce="${nonce}", qop="auth,auth-int", algorithm=${algorithm}${stale}`,
      ])
    },
    verifyCredentials(request, source, passwordOf) {
      const fields = headersOf(request, 'Authorization')
        .slice(0, maxCredentials)
        .map(parseAuthentication)
        .find((each) => each?.scheme.toLowerCase() === 'digest' && each.params.get('realm') === realm)
      if (fields === undefined) return { type: 'failed', hasCredentials: false }
      return verify(request, source, fields.params, passwordOf(fields.params.get('username') ?? ''))
    },
  }
}

function isSameUri(first: string, second: string): boolean {
  if (first === second) return true
  const [a, b] = [parseUri(first), parseUri(second)]
  return a !== undefined && b !== undefined && sameUri(a, b)
}

/** Credentials with `qop` but without `nc` or `cnonce` are refused (RFC 7616, section 3.4). */
function readProtection(params: Parameters): { qop?: 'auth' | 'auth-int'; nc?: string; cnonce?: string } | undefined {
  const [qop, nc, cnonce] = ['qop', 'nc', 'cnonce'].map((name) => params.get(name))
  if (qop === undefined) return { cnonce }
  if ((qop !== 'auth' && qop !== 'auth-int') || !cnonce || !/^[0-9a-fA-F]{8}$/.test(nc ?? '')) return undefined
  return { qop, nc, cnonce }
}

/** Compares in a time that does not depend on where the texts differ. */
function isEqual(expected: string, actual: string): boolean {
  const first = Buffer.from(expected)
  const second = Buffer.from(actual)
  return first.length === second.length && timingSafeEqual(first, second)
}
