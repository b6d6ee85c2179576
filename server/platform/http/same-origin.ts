// Recognizes requests from pages of other origins, as a protection against cross-site request forgery.
import type { IncomingHttpHeaders } from 'node:http'

/**
 * Browsers state where a request comes from: https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header, and older ones
 * in `Origin`. A request with neither does not count as one of our pages.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin, host } = headers
  if (origin === undefined) return false
  return origin === originOf(publicUrl) || (URL.canParse(origin) && new URL(origin).host === host)
}

const originOf = (url: string): string => new URL(url).origin
