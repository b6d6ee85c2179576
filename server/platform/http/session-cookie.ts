// The cookie that carries the secret of a member's session.
import type { IncomingHttpHeaders } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'

const plainName = 'parley_session'
/** Browsers accept this prefix only over HTTPS, and never from a subdomain. */
const secureName = `__Host-${plainName}`
const maxHeaderLength = 8192

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:')
const cookieName = (publicUrl: string): string => (isSecure(publicUrl) ? secureName : plainName)

/** Undefined if the request has no session cookie. */
export function sessionSecretOf({ cookie }: IncomingHttpHeaders, publicUrl: string): string | undefined {
  if (cookie === undefined || cookie.length > maxHeaderLength || !cookie.includes(plainName)) return undefined
  const secret = parseCookie(cookie)[cookieName(publicUrl)]
  return secret !== undefined && /^[A-Za-z0-9]{40}$/.test(secret) ? secret : undefined
}

/** The value of `Set-Cookie`. With an empty secret, the browser deletes the cookie. */
export function sessionCookie(secret: string, { publicUrl, maxAgeSeconds }: SessionCookieOptions): string {
  return stringifySetCookie({
    name: cookieName(publicUrl),
    value: secret,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(publicUrl),
    maxAge: secret === '' ? 0 : maxAgeSeconds,
  })
}

interface SessionCookieOptions {
  publicUrl: string
  maxAgeSeconds: number
}
