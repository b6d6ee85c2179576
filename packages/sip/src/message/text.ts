// Reads and writes the small parts of header fields: tokens, quoted strings and lists (RFC 3261, section 25.1).

const tokenPattern = /^[A-Za-z0-9\-.!%*_+`'~]+$/

export const isToken = (text: string): boolean => tokenPattern.test(text)

/** Decimal digits only, up to a maximum; otherwise undefined. Leading zeros are allowed. */
export function parseNumber(text: string, maximum: number): number | undefined {
  if (text === '' || text.length > 20) return undefined
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < 0x30 || code > 0x39) return undefined
  }
  const value = Number(text)
  return value <= maximum ? value : undefined
}

/** The index after a quoted string that begins at `start`, or -1 if it does not end. */
export function endOfQuoted(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const char = text[index]
    if (char === '\\') index++
    else if (char === '"') return index + 1
  }
  return -1
}

/**
 * Splits at a separator outside of quoted strings and angle brackets. Returns undefined if a quote or a bracket is not
 * closed. The parts are trimmed, and empty parts are kept.
 */
export function splitOutside(text: string, separator: string): string[] | undefined {
  const parts: string[] = []
  let start = 0
  let index = 0
  while (index < text.length) {
    const char = text[index]
    if (char === '"') {
      index = endOfQuoted(text, index)
      if (index < 0) return undefined
    } else if (char === '<') {
      index = text.indexOf('>', index) + 1
      if (index === 0) return undefined
    } else {
      if (char === separator) {
        parts.push(text.slice(start, index).trim())
        start = index + 1
      }
      index++
    }
  }
  parts.push(text.slice(start).trim())
  return parts
}

/** The text of a quoted string; other text is returned as it is. */
export function unquote(text: string): string {
  if (text.length < 2 || text[0] !== '"' || text.at(-1) !== '"') return text
  const inner = text.slice(1, -1)
  return inner.includes('\\') ? inner.replace(/\\([\s\S])/g, '$1') : inner
}

/** A quoted string. Line breaks, which no quoted string can have, become spaces. */
export const quote = (text: string): string => `"${text.replace(/[\r\n]/g, ' ').replace(/[\\"]/g, '\\$&')}"`
