// Authenticates requests with the account's credentials or the test credentials.
import { timingSafeEqual } from 'node:crypto'
import { ApiError } from '../core/api-error.ts'
import type { SandboxContext } from '../core/context.ts'
import { testAccount } from '../core/settings.ts'

/** Throws 20003 for other credentials and for paths of other accounts. */
export function authenticate(context: SandboxContext, authorization: string | undefined, path: string) {
  const { user, password } = readBasic(authorization)
  const isTest = user === testAccount.accountSid
  const { accountSid, authToken } = isTest ? testAccount : context
  if (user !== accountSid || !isEqual(password, authToken)) throw new ApiError(20003)
  const requested = /^\/2010-04-01\/Accounts\/([^/.]+)/.exec(path)?.[1]
  if (requested !== undefined && requested !== accountSid) throw new ApiError(20003)
  return { user, isTest }
}

export function userOf(authorization: string | undefined): string | undefined {
  return readBasic(authorization).user || undefined
}

function readBasic(header = ''): { user: string; password: string } {
  const encoded = /^Basic\s+([A-Za-z0-9+/=]+)$/i.exec(header)?.[1] ?? ''
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return { user: text.slice(0, Math.max(colon, 0)), password: text.slice(colon + 1) }
}

function isEqual(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
