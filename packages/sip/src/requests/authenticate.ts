// Answers challenges with the credentials of an account, and only where they belong (RFC 3261, section 22).
import { readChallenges } from '../digest/index.ts'
import type { SipRequest, SipResponse } from '../message/index.ts'
import { withoutHeaders } from '../transactions/index.ts'
import type { Target } from '../transport/index.ts'
import type { Account } from './account.ts'

export interface Authentication {
  /** Adds the answer to the challenge before, or credentials with a nonce that the trunk has accepted. */
  add(request: SipRequest, target: Target): SipRequest
  /** Takes a 401 or 407. Returns whether the request can be sent again. */
  take(response: SipResponse, request: SipRequest, target: Target): boolean
  /** Takes another final response. */
  accepted(request: SipRequest, isSuccess: boolean): void
}

/**
 * The challenges that are answered if they come from an address of the trunk: outside of dialogs those of any realm, in
 * calls that we have placed those of a realm that is known from before, and in incoming calls none. A trunk passes on
 * what its caller answers to our BYE: a challenge, even one of its own realm, would give the caller a hash of the
 * password (EnableSecurity, ES2021-05).
 */
export type AnsweredChallenges = 'any_realm' | 'known_realm' | 'none'

export function authentication(account: Account, challenges: AnsweredChallenges): Authentication | undefined {
  const { digest } = account
  if (digest === undefined || challenges === 'none') return undefined
  let answer: SipRequest['headers'] | undefined
  const isTrusted = ({ address }: Target) =>
    account.owns(address) && (challenges === 'any_realm' || account.realm() !== undefined)
  return {
    add(request, target) {
      const headers = isTrusted(target) ? (answer ?? digest.authorize(request)) : []
      answer = undefined
      if (headers.length === 0) return request
      return {
        ...request,
        headers: [...withoutHeaders(request.headers, 'Authorization', 'Proxy-Authorization'), ...headers],
      }
    },
    take(response, request, target) {
      if (!isTrusted(target)) return false
      if (account.realm() === undefined) account.learnRealm(readChallenges(response)[0]?.realm)
      const result = digest.answerChallenge(request, response)
      if (result.type !== 'retry') return false
      answer = result.headers
      return true
    },
    accepted: (request, isSuccess) => digest.accepted(request, isSuccess),
  }
}
