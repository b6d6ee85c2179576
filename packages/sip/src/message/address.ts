// Reads and writes addresses: a URI with a display name and parameters (RFC 3261, sections 20.10, 20.20 and 20.39).
import { formatParameters, type Parameters, parseParameters } from './parameters.ts'
import { endOfQuoted, quote, unquote } from './text.ts'
import { schemeOf } from './uri.ts'

export interface SipAddress {
  /** Without quotes; undefined if it is missing or empty. */
  displayName?: string
  /** Any URI, as it is written, without angle brackets. */
  uri: string
  /** The parameters of the header field, such as `tag`. */
  params: Parameters
}

/** Returns undefined if the text is no address: an unclosed quote, an empty URI, a space in the URI. */
export function parseAddress(text: string): SipAddress | undefined {
  const bracket = findBracket(text)
  if (bracket === undefined) return undefined
  let address: SipAddress | undefined
  if (bracket >= 0) {
    const end = text.indexOf('>', bracket)
    if (end < 0) return undefined
    const rest = text.slice(end + 1).trim()
    if (rest !== '' && !rest.startsWith(';')) return undefined
    address = withParameters(text.slice(bracket + 1, end), rest)
    const displayName = unquote(text.slice(0, bracket).trim())
    if (address !== undefined && displayName !== '') address.displayName = displayName
  } else {
    // Without angle brackets, parameters belong to the header field (RFC 3261, section 20).
    const semicolon = text.indexOf(';')
    address =
      semicolon < 0
        ? withParameters(text.trim(), '')
        : withParameters(text.slice(0, semicolon).trim(), text.slice(semicolon))
  }
  return address
}

/** The index of the first `<` outside of a quoted display name; -1 without one; undefined for an unclosed quote. */
function findBracket(text: string): number | undefined {
  let index = 0
  // A display name in quotes can have a `<`. Quotes after the first `<` or `;` are those of parameters.
  while (index < text.length && text[index] !== '<' && text[index] !== ';') {
    if (text[index] === '"') {
      index = endOfQuoted(text, index)
      if (index < 0) return undefined
    } else index++
  }
  return text[index] === '<' ? index : -1
}

function withParameters(uri: string, parameters: string): SipAddress | undefined {
  if (schemeOf(uri) === undefined || /[\s<>"]/.test(uri)) return undefined
  const params = parseParameters(parameters)
  return params === undefined ? undefined : { uri, params }
}

/** Always with angle brackets, so that the parameters of the URI and those of the header field stay apart. */
export function formatAddress({ displayName, uri, params }: SipAddress): string {
  const name = displayName === undefined || displayName === '' ? '' : `${quote(displayName)} `
  return `${name}<${uri}>${formatParameters(params)}`
}

/** The tag of a From or To value. */
export function tagOf(value: string): string | undefined {
  return parseAddress(value)?.params.get('tag') || undefined
}

/** Adds a tag to a From or To value, or replaces its tag. A value that is no address is returned unchanged. */
export function withTag(value: string, tag: string): string {
  const address = parseAddress(value)
  if (address === undefined) return value
  return formatAddress({ ...address, params: new Map([...address.params, ['tag', tag]]) })
}
