// Who asks: the account, or somebody with test credentials.
import { timingSafeEqual } from 'node:crypto'
import { CarrierRefusal } from '../core/carrier-refusal.ts'
import type { Exchange } from '../core/exchange.ts'
import { testAccount } from '../core/settings.ts'

/** Throws 20003 for everybody else, and for paths of other accounts. */
export function authenticate(exchange: Exchange, authorization: string | undefined, path: string) {
  const { user, password } = readBasic(authorization)
  const isTest = user === testAccount.accountSid
  const { accountSid, authToken } = isTest ? testAccount : exchange
  if (user !== accountSid || !isSame(password, authToken)) throw new CarrierRefusal(20003)
  const asked = /^\/2010-04-01\/Accounts\/([^/.]+)/.exec(path)?.[1]
  if (asked !== undefined && asked !== accountSid) throw new CarrierRefusal(20003)
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

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
