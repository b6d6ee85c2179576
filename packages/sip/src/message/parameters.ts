// Reads and writes the parameters of header fields: `;name=value;name="value";name`.
import { isToken, quote, splitOutside, unquote } from './text.ts'

/** Lower-case names and their values without quotes; the value of a parameter without one is ''. */
export type Parameters = ReadonlyMap<string, string>

export const noParameters: Parameters = new Map()

const maxParameters = 64
// The characters of a token or of a host, IPv6 addresses included (RFC 3261, section 25.1, gen-value).
const plainValue = /^[A-Za-z0-9\-.!%*_+`'~[\]:]+$/

/**
 * Parameters with or without the first semicolon. Empty ones are skipped, and the first of two equal names counts.
 * Returns undefined for an unclosed quote, a name that is no token, or more than 64 parameters.
 */
export function parseParameters(text: string): Parameters | undefined {
  if (text === '') return noParameters
  const parts = splitOutside(text, ';')
  if (parts === undefined || parts.length > maxParameters + 1) return undefined
  const parameters = new Map<string, string>()
  for (const part of parts) {
    if (part === '') continue
    const equals = part.indexOf('=')
    const name = (equals < 0 ? part : part.slice(0, equals)).trim().toLowerCase()
    if (!isToken(name)) return undefined
    if (!parameters.has(name)) parameters.set(name, equals < 0 ? '' : unquote(part.slice(equals + 1).trim()))
  }
  return parameters
}

/** Begins with a semicolon unless it is empty. Values that are neither a token nor a host are quoted. */
export function formatParameters(parameters: Parameters): string {
  let text = ''
  for (const [name, value] of parameters) {
    if (value === '') text += `;${name}`
    else text += `;${name}=${plainValue.test(value) ? value : quote(value)}`
  }
  return text
}
