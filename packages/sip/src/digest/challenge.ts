// Reads the challenges of a response and chooses the strongest of each realm (RFC 8760, section 2.4).
import { parseAuthentication } from '../message/authentication.ts'
import { headersOf, type SipResponse } from '../message/message.ts'
import { type DigestAlgorithm, digestAlgorithms, readAlgorithm } from './hash.ts'

export interface Challenge {
  /** Whether a proxy asks: the answer is Proxy-Authorization. */
  isProxy: boolean
  realm: string
  nonce: string
  opaque?: string
  algorithm: DigestAlgorithm
  isSession: boolean
  /** The algorithm as it is written; undefined if the challenge names none. */
  algorithmName?: string
  /** The strongest of those that are offered and understood; undefined for the form of RFC 2069. */
  qop?: 'auth' | 'auth-int'
  /** The nonce has expired, and the password was right. */
  isStale: boolean
}

const maxChallenges = 16
const maxFieldLength = 1_024

/**
 * One challenge for each realm and each of the two kinds, the strongest that is understood. Empty if there is none,
 * such as when the server knows only other algorithms.
 */
export function readChallenges(response: SipResponse): Challenge[] {
  const chosen = new Map<string, Challenge>()
  for (const name of ['WWW-Authenticate', 'Proxy-Authenticate'] as const) {
    for (const value of headersOf(response, name).slice(0, maxChallenges)) {
      const challenge = readChallenge(value, name === 'Proxy-Authenticate')
      if (challenge === undefined) continue
      const key = `${challenge.isProxy} ${challenge.realm}`
      const other = chosen.get(key)
      // The server lists equally strong ones in the order of its preference.
      if (other === undefined || strength(challenge) < strength(other)) chosen.set(key, challenge)
    }
  }
  return [...chosen.values()]
}

/** Lower is stronger. */
export const strength = ({ algorithm }: Challenge): number => digestAlgorithms.indexOf(algorithm)

function readChallenge(value: string, isProxy: boolean): Challenge | undefined {
  const fields = parseAuthentication(value)
  if (fields?.scheme.toLowerCase() !== 'digest') return undefined
  const { params } = fields
  const realm = params.get('realm')
  const nonce = params.get('nonce')
  const algorithm = readAlgorithm(params.get('algorithm'))
  if (realm === undefined || nonce === undefined || algorithm === undefined) return undefined
  if (realm.length > maxFieldLength || nonce.length > maxFieldLength) return undefined
  const offered = (params.get('qop') ?? '')
    .toLowerCase()
    .split(',')
    .map((each) => each.trim())
  const challenge: Challenge = {
    isProxy,
    realm,
    nonce,
    ...algorithm,
    isStale: params.get('stale')?.toLowerCase() === 'true',
  }
  // `auth-int` fails behind proxies that change the body, so `auth` is preferred.
  if (offered.includes('auth')) challenge.qop = 'auth'
  else if (offered.includes('auth-int')) challenge.qop = 'auth-int'
  else if (offered.some((each) => each !== '')) return undefined
  const opaque = params.get('opaque')
  if (opaque !== undefined) challenge.opaque = opaque
  const algorithmName = params.get('algorithm')
  if (algorithmName !== undefined) challenge.algorithmName = algorithmName
  return challenge
}
