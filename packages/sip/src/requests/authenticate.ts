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
  accepted(request: SipRequest): void
}

/**
 * Credentials go to addresses of the trunk alone. Inside of a dialog, the realm must be known from before as well: the
 * caller could otherwise challenge our BYE, and would get a hash of the password (EnableSecurity, ES2021-05).
 */
export function authentication(account: Account, isInDialog: boolean): Authentication | undefined {
  const { digest } = account
  if (digest === undefined) return undefined
  let answer: SipRequest['headers'] | undefined
  const isTrusted = ({ address }: Target) => account.owns(address) && (!isInDialog || account.realm() !== undefined)
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
    accepted: (request) => digest.accepted(request),
  }
}
