// Reads and writes challenges and credentials: a scheme and parameters that commas separate (RFC 3261, section 25.1).
import type { Parameters } from './parameters.ts'
import { isToken, quote, splitOutside, unquote } from './text.ts'

export interface AuthenticationFields {
  /** As it is written: `Digest`. */
  scheme: string
  /** Lower-case names and values without quotes. */
  params: Parameters
}

const maxLength = 4_096
const maxParameters = 32

/** Returns undefined for another syntax, such as the one value of `Basic`, and for a parameter that is repeated. */
export function parseAuthentication(value: string): AuthenticationFields | undefined {
  const text = value.trim()
  const space = text.search(/\s/)
  const scheme = space < 0 ? text : text.slice(0, space)
  if (text.length > maxLength || !isToken(scheme)) return undefined
  const parts = space < 0 ? [] : splitOutside(text.slice(space), ',')
  if (parts === undefined || parts.length > maxParameters) return undefined
  const params = new Map<string, string>()
  for (const part of parts) {
    if (part === '') continue
    const equals = part.indexOf('=')
    const name = part.slice(0, Math.max(equals, 0)).trim().toLowerCase()
    if (!isToken(name) || params.has(name)) return undefined
    params.set(name, unquote(part.slice(equals + 1).trim()))
  }
  return { scheme, params }
}

/** Parameters in their order, each with or without quotes. RFC 7616, section 3.4 says which have them. */
export function formatAuthentication(
  scheme: string,
  parameters: readonly { name: string; value: string; isQuoted: boolean }[],
): string {
  const parts = parameters.map(({ name, value, isQuoted }) => {
    if (isQuoted) return `${name}=${quote(value)}`
    if (!isToken(value)) throw new RangeError(`The value of ${name} is not a token.`)
    return `${name}=${value}`
  })
  return `${scheme} ${parts.join(', ')}`
}
