// Answers challenges as a client, and reuses their nonces (RFC 7616, section 3.4; RFC 3261, section 22).
import { randomBytes } from 'node:crypto'
import type { RandomHex } from '../clock.ts'
import { formatAuthentication, parseAuthentication } from '../message/authentication.ts'
import { type Header, headerOf, type SipRequest, type SipResponse } from '../message/message.ts'
import { type Challenge, readChallenges, strength } from './challenge.ts'
import { digestAlgorithms, digestResponse } from './hash.ts'

export interface DigestCredentials {
  /** The authentication user, which can differ from the account. */
  username: string
  password: string
  /** If it is set, challenges of other realms are not answered. */
  realm?: string
}

export type ChallengeAnswer =
  /** The header fields for the next attempt, which needs CSeq + 1 and a new branch. */
  | { type: 'retry'; headers: Header[] }
  /** The credentials were rejected: another attempt would only repeat the failure. */
  | { type: 'rejected' }
  /** No challenge is understood, is for the realm of the credentials, and asks for an algorithm that is strong enough. */
  | { type: 'unsupported' }
  /** The server has called too many nonces stale. */
  | { type: 'loop' }

export interface DigestClient {
  /** Answers a 401 or 407. The request is the one that was challenged, with the Authorization fields that it had. */
  answerChallenge(request: SipRequest, response: SipResponse): ChallengeAnswer
  /** The header fields for a new request, from nonces that servers have accepted; empty without one. */
  authorize(request: SipRequest): Header[]
  /**
   * Marks the nonces of a request as accepted, after any other final response than 401 and 407. After a success, weaker
   * algorithms than those of its credentials are no longer answered: a challenge that asks for one is forged.
   */
  accepted(request: SipRequest, isSuccess: boolean): void
  /** Forgets all nonces, such as after a server has refused one that was reused without calling it stale. */
  forget(): void
}

interface Session {
  challenge: Challenge
  /** How many requests have used the nonce. */
  count: number
  cnonce: string
}

const maxStale = 3
const maxSessions = 8
const maxRemembered = 64

const randomHex: RandomHex = (bytes) => randomBytes(bytes).toString('hex')

/** One client for each account: the nonce counts of all its requests rise together. */
export function createDigestClient(credentials: DigestCredentials, random: RandomHex = randomHex): DigestClient {
  /** By kind and realm. */
  const sessions = new Map<string, Session>()
  /** Nonces that a server has accepted. */
  const acceptedNonces = new Map<string, true>()
  /** How many nonces in a row were called stale, by Call-ID. */
  const stale = new Map<string, number>()
  /** The index of the strongest algorithm that has succeeded. One for all realms, because they share the password. */
  let weakest: number = digestAlgorithms.length

  function answerChallenge(request: SipRequest, response: SipResponse): ChallengeAnswer {
    const { realm } = credentials
    const challenges = readChallenges(response).filter(
      (each) => (realm === undefined || each.realm === realm) && strength(each) <= weakest,
    )
    if (challenges.length === 0) return { type: 'unsupported' }
    const sent = sentNonces(request)
    for (const challenge of challenges) {
      const verdict = judge(request, challenge, sent.get(keyOf(challenge)))
      if (verdict !== undefined) return { type: verdict }
    }
    for (const challenge of challenges) remember(challenge)
    const asked = challenges.map(keyOf)
    // Credentials for the other kind are kept: a proxy and the server can both ask (RFC 3261, section 22.3).
    const used = [...sessions.keys()].filter((key) => asked.includes(key) || sent.has(key))
    return { type: 'retry', headers: used.map((key) => credentialsFor(request, sessions.get(key)!)) }
  }

  /** Whether another attempt is useless, given the nonce that the request has used. */
  function judge(request: SipRequest, challenge: Challenge, sent: string | undefined): 'rejected' | 'loop' | undefined {
    if (sent === undefined) return undefined
    if (sent === challenge.nonce || !challenge.isStale) {
      // A nonce that worked before has expired, though the server does not say so, which some never do.
      if (sent !== challenge.nonce && acceptedNonces.has(sent)) return undefined
      if (sessions.get(keyOf(challenge))?.challenge.nonce === sent) sessions.delete(keyOf(challenge))
      return 'rejected'
    }
    const callId = callIdOf(request)
    const count = (stale.get(callId) ?? 0) + 1
    put(stale, callId, count, maxRemembered)
    return count > maxStale ? 'loop' : undefined
  }

  function remember(challenge: Challenge): void {
    const key = keyOf(challenge)
    const previous = sessions.get(key)
    // A server can send the same nonce again: its count continues.
    const count = previous?.challenge.nonce === challenge.nonce ? previous.count : 0
    put(sessions, key, { challenge, count, cnonce: random(8) }, maxSessions)
  }

  function credentialsFor(request: SipRequest, session: Session): Header {
    session.count++
    const nc = session.count.toString(16).padStart(8, '0')
    return writeCredentials(request, session.challenge, credentials, { nc, cnonce: session.cnonce })
  }

  return {
    answerChallenge,
    authorize(request) {
      const reusable = [...sessions.values()].filter(
        ({ challenge }) => challenge.qop !== undefined && acceptedNonces.has(challenge.nonce),
      )
      return reusable.map((session) => credentialsFor(request, session))
    },
    accepted(request, isSuccess) {
      const nonces = [...sentNonces(request).values()]
      for (const nonce of nonces) put(acceptedNonces, nonce, true, maxRemembered)
      for (const { challenge } of sessions.values())
        if (isSuccess && nonces.includes(challenge.nonce)) weakest = Math.min(weakest, strength(challenge))
      stale.delete(callIdOf(request))
    },
    forget: () => {
      sessions.clear()
      acceptedNonces.clear()
    },
  }
}

const callIdOf = (request: SipRequest): string => headerOf(request, 'Call-ID') ?? ''

/** Adds an entry to a map, which forgets its oldest one when it is full. */
function put<Value>(map: Map<string, Value>, key: string, value: Value, maximum: number): void {
  map.delete(key)
  map.set(key, value)
  if (map.size > maximum) map.delete(map.keys().next().value!)
}

const keyOf = ({ isProxy, realm }: Pick<Challenge, 'isProxy' | 'realm'>): string => `${isProxy} ${realm}`

const nameOf = ({ isProxy }: Challenge): string => (isProxy ? 'Proxy-Authorization' : 'Authorization')

/** The nonces of the credentials that a request has, by kind and realm. */
function sentNonces(request: SipRequest): Map<string, string> {
  const nonces = new Map<string, string>()
  for (const [name, value] of request.headers) {
    if (name !== 'Authorization' && name !== 'Proxy-Authorization') continue
    const params = parseAuthentication(value)?.params
    const [realm, nonce] = [params?.get('realm'), params?.get('nonce')]
    if (realm !== undefined && nonce !== undefined) nonces.set(`${name === 'Proxy-Authorization'} ${realm}`, nonce)
  }
  return nonces
}

/** RFC 7616, section 3.4 says which parameters have quotes; servers refuse other forms. */
function writeCredentials(
  request: SipRequest,
  challenge: Challenge,
  { username, password }: DigestCredentials,
  { nc, cnonce }: { nc: string; cnonce: string },
): Header {
  const { realm, nonce, algorithm, isSession, qop, opaque, algorithmName } = challenge
  const { method, uri, body } = request
  const response = digestResponse({
    ...{ algorithm, isSession, username, realm, password, nonce, uri, method, qop, nc, cnonce, body },
  })
  const quoted = (name: string, value: string) => ({ name, value, isQuoted: true })
  const plain = (name: string, value: string) => ({ name, value, isQuoted: false })
  const parameters = [
    quoted('username', username),
    quoted('realm', realm),
    quoted('nonce', nonce),
    quoted('uri', uri),
    quoted('response', response),
  ]
  if (algorithmName !== undefined) parameters.push(plain('algorithm', algorithmName))
  if (qop !== undefined || isSession) parameters.push(quoted('cnonce', cnonce))
  if (qop !== undefined) parameters.push(plain('qop', qop), plain('nc', nc))
  if (opaque !== undefined) parameters.push(quoted('opaque', opaque))
  return [nameOf(challenge), formatAuthentication('Digest', parameters)]
}
