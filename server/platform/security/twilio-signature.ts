// Twilio's webhook signatures: HMAC-SHA1 over the address and the form.
// https://www.twilio.com/docs/usage/webhooks/webhooks-security
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { parse as parseQuery, stringify as stringifyQuery } from 'node:querystring'

/** A name that was sent several times has several values. */
export type WebhookForm = Readonly<Record<string, string | readonly string[]>>

export interface WebhookToSign {
  authToken: string
  /** As the sender dials it: scheme, host, path and query. */
  url: string
  /** Left out for GET requests, JSON bodies and sockets. */
  form?: WebhookForm
}

export interface WebhookToVerify extends WebhookToSign {
  /** The header `X-Twilio-Signature`. */
  signature: string | undefined
  /** Needed when the query holds `bodySHA256`. */
  rawBody?: string | Uint8Array
}

/**
 * Ends every address that we name to the carrier: told again when we did not answer. By default it tries hardly ever,
 * so that a restart of ours would lose messages and statuses.
 * https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides
 */
export const webhookRetries = '#ct=2000&rc=3&rp=all'

export function signTwilioWebhook({ authToken, url, form = {} }: WebhookToSign): string {
  return signatureOf(authToken, url, signedForm(form))
}

/** Whether a header has the form of a signature: SHA-1 in base64. */
export function isSignature(header: unknown): header is string {
  return typeof header === 'string' && /^[A-Za-z0-9+/]{27}=$/.test(header)
}

/**
 * True when the signature fits any spelling of the address: with and without the scheme's port, with and without its
 * fragment, as `URL` normalises it, and with its query as Node's `querystring` writes it.
 */
export function verifyTwilioWebhook({ authToken, signature, url, form, rawBody }: WebhookToVerify): boolean {
  if (!signature) return false
  const given = Buffer.from(signature)
  const fields = signedForm(form ?? {})
  const isSignatureOf = (spelling: string): boolean => {
    const expected = Buffer.from(signatureOf(authToken, spelling, fields))
    return expected.length === given.length && timingSafeEqual(expected, given)
  }
  // Nearly always the first spelling; to stop at the one that fits tells nothing but which it is.
  return (isSignatureOf(url) || spellingsOf(url).some(isSignatureOf)) && isBodyAsSigned(url, form, rawBody)
}

/** What is added to the query of an address before a JSON body is posted to it. */
export function bodyHash(body: string | Uint8Array): string {
  return createHash('sha256').update(body).digest('hex')
}

/** A form's values as a record, repeated names as lists. */
export function formOf(entries: Iterable<[string, string]>): Record<string, string | string[]> {
  const form: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of entries) {
    const before = form[name]
    if (Array.isArray(before)) before.push(value)
    else form[name] = before === undefined ? value : [before, value]
  }
  return form
}

function signatureOf(authToken: string, url: string, fields: string): string {
  return createHmac('sha1', authToken)
    .update(url + fields, 'utf8')
    .digest('base64')
}

function signedForm(form: WebhookForm): string {
  let text = ''
  for (const name of Object.keys(form).sort()) {
    const value = form[name]!
    if (typeof value === 'string') text += name + value
    else for (const one of [...new Set(value)].sort()) text += name + one
  }
  return text
}

function isBodyAsSigned(url: string, form: WebhookForm | undefined, rawBody: string | Uint8Array | undefined): boolean {
  const promised = /[?&]bodySHA256=([0-9a-f]{64})(?:[&#]|$)/i.exec(url)?.[1]
  // A request without a form whose address does not vouch for its body must not have one.
  if (promised === undefined) return form !== undefined || rawBody === undefined || rawBody.length === 0
  return rawBody !== undefined && timingSafeEqual(Buffer.from(promised.toLowerCase()), Buffer.from(bodyHash(rawBody)))
}

/** Its other ones; it may be among them. */
function spellingsOf(url: string): string[] {
  const bare = url.split('#', 1)[0]!
  const spellings = new Set<string>()
  for (const one of [url, bare, normalised(bare), legacyQuery(bare)]) {
    if (one === undefined) continue
    spellings.add(one)
    spellings.add(withPort(one))
    spellings.add(withoutPort(one))
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

function normalised(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).href : undefined
}

function legacyQuery(url: string): string | undefined {
  const at = url.indexOf('?')
  return at < 0 ? undefined : `${url.slice(0, at)}?${stringifyQuery(parseQuery(url.slice(at + 1)))}`
}
