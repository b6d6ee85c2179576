// Fetches URLs that users chose: only public addresses, with limits for time and size.
import { lookup } from 'node:dns/promises'
import { Agent, type buildConnector } from 'undici'
import { OutsideError } from '#server/platform/outside-error.ts'
import type { Fetcher, FetchReply, FetchRequest } from '#server/ports/fetcher.ts'
import { parseAllowList } from './allow-list.ts'
import { decodeBody, readBody } from './body.ts'
import { createConnector, type Resolve } from './connector.ts'
import { firstHop, type Hop, isIdempotent, nextHop, redirectTarget } from './message.ts'
import { createUrlPolicy, type UrlPolicy } from './url-policy.ts'

export type { AllowList } from './allow-list.ts'
export { parseAllowList } from './allow-list.ts'

export interface FetcherOptions {
  /** Entries as in `parseAllowList`: private addresses and additional ports that the operator allows. */
  allowPrivate: readonly string[]
  userAgent: string
  /**
   * The base URL of a sandbox carrier on this machine, such as `http://127.0.0.1:8099`. It is not reachable, even if
   * `allowPrivate` has its address, except that requests with `readsFile` can read its samples.
   */
  sandbox?: string | undefined
  /** Default: true, because internal webhooks often use plain HTTP. */
  allowHttp?: boolean
  /** Resolves all addresses of a name. Default: the resolver of the system. */
  resolve?: Resolve
}

export interface SafeFetcher extends Fetcher, AsyncDisposable {
  /** For clients with connections of their own, which send requests to a URL that a user chose. */
  connect: buildConnector.connector
}

interface Opening {
  request: Pick<FetchRequest, 'readsFile' | 'refusesHttpRedirects'>
  redirectsLeft: number
  signal: AbortSignal
}

/** The media and the website of the sandbox, and what a crawler asks for first. */
const samplePaths =
  /^\/(?:sandbox\/(?:picture\.png|media\/ME[0-9a-f]{32}|website\/[a-z]+\.(?:html|js))|robots\.txt|sitemap\.xml)$/

/**
 * Reaches public addresses on the ports 80, 443, 8080 and 8443, and addresses in `allowPrivate`. Ignores proxies in the
 * environment. Names are resolved only when connecting, and rejected if none of their addresses is allowed.
 * After `maxRedirects`, the redirect itself is returned. An aborted `signal` throws its own reason.
 * After `timeout` and `protocol_error`, only idempotent methods are `retryable`.
 */
export function createFetcher(options: FetcherOptions): SafeFetcher {
  const sandbox = options.sandbox === undefined ? undefined : new URL(options.sandbox)
  const policy = createUrlPolicy({
    allowList: parseAllowList(options.allowPrivate),
    allowHttp: options.allowHttp ?? true,
    forbiddenPort: sandbox && Number(sandbox.port),
  })
  const samples = createUrlPolicy({ allowList: parseAllowList(sandbox ? [sandbox.host] : []), allowHttp: true })
  const resolve = options.resolve ?? ((hostname) => lookup(hostname, { all: true }))
  const connectorOf = ({ mayDial }: UrlPolicy) => createConnector({ mayDial, resolve, connectTimeoutMs: 5_000 })
  const connect = connectorOf(policy)
  const createAgent = (connector: buildConnector.connector) =>
    new Agent({
      connect: connector,
      allowH2: false,
      connections: 32,
      keepAliveMaxTimeout: 30_000,
      // The deadline below limits the whole request.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  const agent = createAgent(connect)
  // Its connections are not shared with other requests.
  const sampleAgent = createAgent(connectorOf(samples))

  const isSample = ({ origin, pathname }: URL, { readsFile = false }: Pick<FetchRequest, 'readsFile'>): boolean =>
    readsFile && origin === sandbox?.origin && samplePaths.test(pathname)

  function inspect(text: string, request: Pick<FetchRequest, 'readsFile'>): URL {
    const found = check(text, request)
    if (typeof found === 'string') throw new OutsideError('address_refused', found, { retryable: false })
    return found
  }

  function check(text: string, request: Pick<FetchRequest, 'readsFile'>): URL | string {
    const sample = samples.inspect(text)
    return typeof sample !== 'string' && isSample(sample, request) ? sample : policy.inspect(text)
  }

  async function open(hop: Hop, { request, redirectsLeft, signal }: Opening) {
    const { url, method, headers, body } = hop
    const isReading = method === 'GET' || method === 'HEAD'
    // The normal agent refuses to connect to the sandbox.
    const agentOfHop = isReading && isSample(url, request) ? sampleAgent : agent
    const path = url.pathname + url.search
    const reply = await agentOfHop.request({ origin: url.origin, path, method: method as 'GET', headers, body, signal })
    // Dropping a partly read body raises an error that must be handled.
    reply.body.on('error', () => {})
    const replyHeaders = flatten(reply.headers)
    const target = redirectTarget(hop, reply.statusCode, replyHeaders['location'])
    if (target === undefined || redirectsLeft === 0) {
      const setCookies = [reply.headers['set-cookie'] ?? []].flat()
      return { url, method, status: reply.statusCode, headers: replyHeaders, setCookies, body: reply.body }
    }
    reply.body.destroy()
    const targetUrl = inspect(target, request)
    if (request.refusesHttpRedirects && targetUrl.protocol === 'http:' && !policy.isPrivate(targetUrl))
      throw new OutsideError('address_refused', 'The address redirects to one without HTTPS.', { retryable: false })
    const next = nextHop(hop, reply.statusCode, targetUrl)
    return open(next, { request, redirectsLeft: redirectsLeft - 1, signal })
  }

  async function answer(first: Hop, maxBytes: number, opening: Opening): Promise<FetchReply> {
    const reply = await open(first, opening)
    const isEmpty = reply.method === 'HEAD' || reply.status === 204 || reply.status === 304
    const encoding = isEmpty ? '' : (reply.headers['content-encoding'] ?? '')
    const { body, truncated } = await readBody(decodeBody(reply.body, encoding, maxBytes), maxBytes)
    const { url, status, headers, setCookies } = reply
    return { url: url.href, status, headers, ...(setCookies.length > 0 && { setCookies }), body, truncated }
  }

  async function fetch(request: FetchRequest): Promise<FetchReply> {
    const { maxRedirects = 0, timeoutMs = 15_000, maxBytes = 2 ** 20 } = request
    const first = firstHop(request, inspect(request.url, request), options.userAgent)
    request.signal?.throwIfAborted()
    const deadline = startDeadline(timeoutMs, request)
    try {
      // undici notices an abort only once it is connected.
      const opening = { request, redirectsLeft: maxRedirects, signal: deadline.signal }
      return await Promise.race([answer(first, maxBytes, opening), deadline.expired])
    } catch (error) {
      if (deadline.signal.aborted) throw deadline.signal.reason
      if (error instanceof OutsideError) throw error
      const retryable = isIdempotent(request.method)
      throw new OutsideError('protocol_error', 'The response could not be read.', { retryable, cause: error })
    } finally {
      deadline.stop()
    }
  }

  return {
    fetch,
    connect,
    refuses: (url, request = {}) => {
      const found = check(url, request)
      return typeof found === 'string' ? found : undefined
    },
    isPrivate: (url) => {
      const found = check(url, { readsFile: true })
      return typeof found !== 'string' && (policy.isPrivate(found) || samples.isPrivate(found))
    },
    [Symbol.asyncDispose]: async () => void (await Promise.all([agent.destroy(), sampleAgent.destroy()])),
  }
}

/** Aborts at the time limit or when the caller aborts, with the corresponding reason. */
function startDeadline(timeoutMs: number, { method, signal }: FetchRequest) {
  const controller = new AbortController()
  const { promise: expired, reject } = Promise.withResolvers<never>()
  controller.signal.addEventListener('abort', () => reject(controller.signal.reason))
  const onAbort = () => controller.abort(signal?.reason)
  const timer = setTimeout(() => {
    const retryable = isIdempotent(method)
    controller.abort(new OutsideError('timeout', 'The address did not answer in time.', { retryable }))
  }, timeoutMs)
  if (signal?.aborted) onAbort()
  signal?.addEventListener('abort', onAbort, { once: true })
  return {
    signal: controller.signal,
    expired,
    stop: () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    },
  }
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]))
}

export { refuseAddress } from './refuse-address.ts'
