// Signs and verifies webhooks of Twilio: HMAC-SHA1 of the URL and the form.
// https://www.twilio.com/docs/usage/webhooks/webhooks-security
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { parse as parseQuery, stringify as stringifyQuery } from 'node:querystring'
import type { Form } from '#server/platform/http/bodies/form-body.ts'

export interface WebhookToSign {
  authToken: string
  /** The URL as the sender requested it: scheme, host, path and query. */
  url: string
  /** Absent for GET requests, JSON bodies and sockets. */
  form?: Form
}

export interface WebhookToVerify extends WebhookToSign {
  /** The header `X-Twilio-Signature`. */
  signature: string | undefined
  /** Required if the query contains `bodySHA256`. */
  rawBody?: string | Uint8Array
}

/**
 * Appended to every webhook URL that the carrier gets, so that it retries failed webhooks. By default it hardly
 * retries, and a restart of Parley would lose messages and statuses.
 * https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides
 */
export const webhookRetries = '#ct=2000&rc=3&rp=all'

export function signTwilioWebhook({ authToken, url, form = {} }: WebhookToSign): string {
  return signatureOf(authToken, url, signedForm(form))
}

/** Tells whether a header has the form of a signature: a SHA-1 in base64. */
export function isSignature(header: unknown): header is string {
  return typeof header === 'string' && /^[A-Za-z0-9+/]{27}=$/.test(header)
}

/**
 * Returns true if the signature matches any spelling of the URL: with and without the default port, with and without
 * the fragment, normalized by `URL`, and with the query as written by Node's `querystring`.
 */
export function verifyTwilioWebhook({ authToken, signature, url, form, rawBody }: WebhookToVerify): boolean {
  if (!signature) return false
  const signatureBytes = Buffer.from(signature)
  const fields = signedForm(form ?? {})
  const isSignatureOf = (spelling: string): boolean => {
    const expected = Buffer.from(signatureOf(authToken, spelling, fields))
    return expected.length === signatureBytes.length && timingSafeEqual(expected, signatureBytes)
  }
  // Usually the first spelling matches. Stopping there reveals only which spelling it is.
  return (isSignatureOf(url) || spellingsOf(url).some(isSignatureOf)) && isBodyAsSigned(url, form, rawBody)
}

/** Appended to the query of a URL to which a JSON body is posted. */
export function bodyHash(body: string | Uint8Array): string {
  return createHash('sha256').update(body).digest('hex')
}

function signatureOf(authToken: string, url: string, fields: string): string {
  return createHmac('sha1', authToken)
    .update(url + fields, 'utf8')
    .digest('base64')
}

function signedForm(form: Form): string {
  let text = ''
  for (const name of Object.keys(form).sort()) {
    const value = form[name]!
    if (typeof value === 'string') text += name + value
    else for (const item of [...new Set(value)].sort()) text += name + item
  }
  return text
}

function isBodyAsSigned(url: string, form: Form | undefined, rawBody: string | Uint8Array | undefined): boolean {
  const promised = /[?&]bodySHA256=([0-9a-f]{64})(?:[&#]|$)/i.exec(url)?.[1]
  // Without a form and without a hash in the URL, the request must not have a body.
  if (promised === undefined) return form !== undefined || rawBody === undefined || rawBody.length === 0
  return rawBody !== undefined && timingSafeEqual(Buffer.from(promised.toLowerCase()), Buffer.from(bodyHash(rawBody)))
}

/** Returns the alternative spellings, possibly including the original. */
function spellingsOf(url: string): string[] {
  const bare = url.split('#', 1)[0]!
  const spellings = new Set<string>()
  for (const candidate of [url, bare, URL.parse(bare)?.href, legacyQuery(bare)]) {
    if (candidate === undefined) continue
    spellings.add(candidate)
    spellings.add(withPort(candidate))
    spellings.add(withoutPort(candidate))
  }
  return [...spellings]
}

const authority = /^([a-z][a-z0-9+.-]*):\/\/((?:[^/?#@]*@)?(?:\[[^\]]*\]|[^/?#:]*))(:\d*)?/i

function withPort(url: string): string {
  const [start, scheme = '', host = '', port] = authority.exec(url) ?? []
  if (start === undefined || port) return url
  const secure = /^(?:https|wss)$/i.test(scheme)
  return `${scheme}://${host}${secure ? ':443' : ':80'}${url.slice(start.length)}`
}

function withoutPort(url: string): string {
  const [start, scheme = '', host = ''] = authority.exec(url) ?? []
  return start === undefined ? url : `${scheme}://${host}${url.slice(start.length)}`
}

function legacyQuery(url: string): string | undefined {
  const at = url.indexOf('?')
  return at < 0 ? undefined : `${url.slice(0, at)}?${stringifyQuery(parseQuery(url.slice(at + 1)))}`
}
