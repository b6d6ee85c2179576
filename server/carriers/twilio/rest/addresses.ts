// The URLs of the carrier, and the links in its responses that may be followed.
import { trimEnd } from '#server/platform/text/trim-end.ts'

export type Host = 'api' | 'content' | 'messaging'

export interface Location {
  origin: string
  /** Including the query. */
  path: string
}

export type Addresses = ReturnType<typeof createAddresses>

/** `apiBaseUrl` replaces the scheme and host of every URL and is prepended to the path. */
export function createAddresses(apiBaseUrl: string | undefined) {
  const base = apiBaseUrl === undefined ? undefined : new URL(apiBaseUrl)
  const prefix = trimEnd(base?.pathname ?? '', '/')
  /** `path` as documented by the carrier, including the query. */
  const locate = (host: Host, path: string): Location => ({
    origin: base?.origin ?? `https://${host}.twilio.com`,
    path: prefix + path,
  })
  const isBase = (url: URL) => base !== undefined && url.origin === base.origin && startsWithFolder(url, prefix)
  const pathBelow = (url: URL) => (isBase(url) ? url.pathname.slice(prefix.length) : url.pathname)

  return {
    locate,
    /** Resolves an absolute or relative link to the next page. Undefined if it leads to another list. */
    follow: (host: Host, link: string, listPath: string): Location | undefined => {
      const here = locate(host, listPath)
      const url = URL.parse(link, here.origin + here.path)
      // Only the query is used, so that credentials are sent to the same path as before.
      return url && pathBelow(url) === listPath ? { origin: here.origin, path: here.path + url.search } : undefined
    },
    /** The URL of inbound media, requested with credentials. Undefined if it is not a URL of the carrier. */
    locateMedia: (text: string): Location | undefined => {
      const url = URL.parse(text)
      if (!url || !(isBase(url) || isCarrier(url))) return undefined
      const path = pathBelow(url)
      return mediaPath.test(path) ? locate('api', path) : undefined
    },
    /** Where such a URL may redirect, without credentials. */
    locateFile: (text: string): Location | undefined => {
      const url = URL.parse(text)
      if (url?.username !== '' || !(isBase(url) || isCarrier(url) || isFileServer(url))) return undefined
      return { origin: url.origin, path: url.pathname + url.search }
    },
  }
}

const mediaPath = /^\/2010-04-01\/Accounts\/AC[0-9a-f]{32}\/Messages\/(?:SM|MM)[0-9a-f]{32}\/Media\/ME[0-9a-f]{32}$/i

function isCarrier(url: URL): boolean {
  return url.protocol === 'https:' && url.port === '' && /(?:^|\.)twilio\.com$/.test(url.hostname)
}

/** The file servers of the carrier and the bucket behind them. */
function isFileServer(url: URL): boolean {
  if (url.protocol !== 'https:' || url.port !== '') return false
  if (/(?:^|\.)twiliocdn\.com$/.test(url.hostname)) return true
  return /^s3[a-z0-9.-]*\.amazonaws\.com$/.test(url.hostname) && /^\/(?:media|mms)\.twiliocdn\.com\//.test(url.pathname)
}

function startsWithFolder(url: URL, folder: string): boolean {
  return url.pathname === folder || url.pathname.startsWith(`${folder}/`)
}
