// Sends the requests to websites: in turn with other documents, with retries and limits.
import { CookieJar } from 'tough-cookie'
import type { AppContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import type { FetchReply } from '#server/ports/fetcher.ts'
import { inHostQueue, pause } from './host-queue.ts'
import { maxWebsiteBytes, PageFailure, pageFailures } from './page-failure.ts'

export interface SiteRequest {
  url: string
  maxBytes: number
  /** Default: 0, so that the redirect is returned. */
  maxRedirects?: number
  /** The pause that the website asks for. */
  crawlDelayMs?: number
  /** Default: 2. */
  retries?: number
}

export interface SiteFetcher {
  /** Returns the response, of any status. Throws `PageFailure`, or the reason of the signal. */
  fetch(request: SiteRequest): Promise<FetchReply>
  /** The cookies that the next request for the URL has. They belong to the reading of one document. */
  cookiesFor(url: string): string
}

const publicPauseMs = 1_000
const retryDelaysMs = [500, 2_000]
const maxRetryAfterMs = 30_000
const maxCookies = 50
const maxCookieCharacters = 4_096
const sendable = /^[\t\x20-\x7e\x80-\xff]{0,8192}$/

export function createSiteFetcher(
  { fetcher, settings }: Pick<AppContext, 'fetcher' | 'settings'>,
  signal: AbortSignal,
): SiteFetcher {
  const headers = {
    'user-agent': `Parley/0.1 (+${settings.publicUrl})`,
    accept: 'text/html,application/xhtml+xml,text/markdown,text/plain,application/pdf,*/*;q=0.1',
    // The website chooses the language, as it does for its address without a preference.
    'accept-language': '*',
  }
  const jar = new CookieJar()
  const cookieNames = new Set<string>()
  let bytesLeft = maxWebsiteBytes

  function cookiesFor(url: string): string {
    const cookies = jar.getCookieStringSync(url)
    return sendable.test(cookies) ? cookies : ''
  }

  function keepCookies({ url, setCookies = [] }: FetchReply): void {
    for (const cookie of setCookies) {
      const name = cookie.slice(0, maxCookieCharacters).split('=', 1)[0]!
      if (cookie.length > maxCookieCharacters || (cookieNames.size === maxCookies && !cookieNames.has(name))) continue
      cookieNames.add(name)
      // Cookies of other domains are ignored, as in browsers.
      jar.setCookieSync(cookie, url, { ignoreError: true })
    }
  }

  async function send({ url, maxBytes, maxRedirects = 0, crawlDelayMs = 0 }: SiteRequest): Promise<FetchReply> {
    if (bytesLeft <= 0) throw new PageFailure(pageFailures.websiteTooLarge)
    const pauseMs = Math.max(crawlDelayMs, fetcher.isPrivate(url) ? 0 : publicPauseMs)
    const reply = await inHostQueue(new URL(url).host, pauseMs, signal, () => {
      const cookie = cookiesFor(url)
      return fetcher.fetch({
        url,
        headers: cookie === '' ? headers : { ...headers, cookie },
        maxBytes,
        maxRedirects,
        signal,
        readsFile: true,
      })
    })
    keepCookies(reply)
    bytesLeft -= reply.body.length
    return reply
  }

  async function fetch(request: SiteRequest): Promise<FetchReply> {
    const { retries = retryDelaysMs.length } = request
    for (let attempt = 0; ; attempt++) {
      const outcome = await send(request).catch((error: unknown) => {
        if (error instanceof OutsideError) return error
        throw error
      })
      const delayMs = attempt < retries ? retryDelayOf(outcome, retryDelaysMs[attempt]!) : undefined
      if (delayMs === undefined) {
        if (outcome instanceof OutsideError) throw failureOf(outcome)
        return outcome
      }
      await pause(delayMs, signal)
    }
  }

  return { fetch, cookiesFor }
}

/** Returns undefined if another attempt is of no use. */
function retryDelayOf(outcome: FetchReply | OutsideError, defaultMs: number): number | undefined {
  if (outcome instanceof OutsideError) return outcome.retryable ? defaultMs : undefined
  if (outcome.status !== 429 && outcome.status < 500) return undefined
  const delayMs = readRetryAfter(outcome.headers['retry-after']) ?? defaultMs
  return delayMs <= maxRetryAfterMs ? delayMs : undefined
}

function readRetryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000
  const delayMs = Date.parse(header) - Date.now()
  return Number.isNaN(delayMs) ? undefined : Math.max(delayMs, 0)
}

function failureOf({ code }: OutsideError): PageFailure {
  return new PageFailure(code === 'timeout' ? pageFailures.tooSlow : pageFailures.unreachable)
}
