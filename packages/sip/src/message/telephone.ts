// Reads the telephone number of a URI (RFC 3966; RFC 3261, section 19.1.6).
import type { SipUri } from './uri.ts'

export interface TelephoneNumber {
  /** Digits, `*`, `#` and letters, with a leading `+` for a global number. Visual separators are removed. */
  number: string
  /** The `ext` parameter. */
  extension?: string
  /** The `phone-context` parameter: a domain or the prefix of a local number. */
  context?: string
}

/** Removes the visual separators `-`, `.`, `(` and `)` of a number (RFC 3966, section 5.1.1). */
export const stripSeparators = (number: string): string => number.replace(/[-.()]/g, '')

const maxNumberLength = 64
const telephonePattern = /^\+?[0-9A-Da-d*#]+$/

/**
 * The number of a tel URI, of a SIP URI with `user=phone`, or of a SIP URI whose user part looks like a number. Returns
 * undefined for a name.
 */
export function telephoneOf(uri: SipUri): TelephoneNumber | undefined {
  if (uri.user === undefined) return undefined
  // With user=phone, the user part has the parameters of the tel URI (RFC 3261, section 19.1.6).
  const [written = '', ...parameters] = uri.user.split(';')
  const isPhone = uri.scheme === 'tel' || uri.params.get('user')?.toLowerCase() === 'phone'
  const number = stripSeparators(written)
  if (number.length > maxNumberLength || !telephonePattern.test(number)) return undefined
  // Letters alone are a name, such as `abba`, unless the URI says that they are a number.
  if (!isPhone && !/^\+?[0-9*#]+$/.test(number)) return undefined
  const telephone: TelephoneNumber = { number }
  const params = uri.scheme === 'tel' ? uri.params : readParameters(parameters)
  const extension = params.get('ext')
  if (extension !== undefined) telephone.extension = stripSeparators(extension)
  const context = params.get('phone-context')
  if (context !== undefined) telephone.context = context
  return telephone
}

const readParameters = (parameters: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    parameters.slice(0, 16).map((parameter) => {
      const [name = '', value = ''] = parameter.split('=', 2)
      return [name.toLowerCase(), value]
    }),
  )
