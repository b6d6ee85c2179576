// Tells which parts of a request are secrets: its credentials, in headers and in the URL.
import { isUuid } from '../text/uuid.ts'

/** Names of headers, query parameters and fields that hold credentials. */
const secretName =
  /auth(?!or(?!i))|cookie|credential|hmac|jwt|keys?(?![a-z])|passw|passphrase|pwd|secret|session|signature|token|(?<![a-z])(?:appid|code|pass|pat|pin|sig)(?![a-z])/i

export const isSecretName = (name: string): boolean => secretName.test(name)

/** Headers whose values are no secrets. */
const plainHeaders =
  /^(?:accept(?:-.*)?|cache-control|content-.*|date|from|if-.*|idempotency-key|origin|pragma|prefer|range|referer|user-agent|.*-version)$/i

export const isPlainHeader = (name: string): boolean => plainHeaders.test(name)

/** A value that is not called a secret, but looks like one. Dates and ids of records do not. */
export const looksRandom = (text: string): boolean =>
  /^[\w.~+/=:-]{16,}$/.test(text) &&
  /\d/.test(text) &&
  /[a-z]/i.test(text) &&
  !/^\d{4}-\d\d-/.test(text) &&
  !isUuid(text)

const withScheme = /^(?:api-?key|basic|bearer|digest|negotiate|token)\s+\S/i

/** Other headers can hold what a service returns on purpose, such as the id of a customer. */
export const isSecretHeader = (name: string, value: string): boolean =>
  !isPlainHeader(name) && (isSecretName(name) || withScheme.test(value) || looksRandom(value))

export const isSecretParameter = (name: string, value: string): boolean => isSecretName(name) || looksRandom(value)

/** The secrets of the request, and their parts, such as `x` of `Bearer x` and the password of `Basic x`. */
export function secretsOfRequest({
  url,
  headers = {},
}: {
  url: string
  headers?: Readonly<Record<string, string>>
}): string[] {
  const ofHeaders = Object.entries(headers).filter(([name, value]) => isSecretHeader(name, value))
  return [...ofHeaders.flatMap(([, value]) => partsOfHeader(value)), ...secretsOfUrl(url)]
}

export function secretsOfUrl(address: string): string[] {
  const url = URL.parse(address)
  if (!url) return []
  const values = [...url.searchParams].flatMap(([name, value]) => (isSecretParameter(name, value) ? [value] : []))
  return [...values, decode(url.password)].filter((value) => value !== '')
}

function partsOfHeader(value: string): string[] {
  const [, scheme, credentials] = /^(\S+)\s+(\S.*)$/.exec(value.trim()) ?? []
  const decoded = scheme?.toLowerCase() === 'basic' ? Buffer.from(credentials!, 'base64').toString() : ''
  const password = decoded.slice(decoded.indexOf(':') + 1)
  // Such as of cookies, and of `Token token="x"`.
  const assigned = value.split(/[;,\s]/).map((part) => /^[^=]+=([^=].*)$/.exec(part)?.[1]?.replaceAll('"', ''))
  return [value, credentials, decoded, password, ...assigned].filter((part) => part !== undefined)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
