// Escapes and unescapes the parts of URIs (RFC 3261, section 19.1.2).

const userUnescaped = /[A-Za-z0-9\-_.!~*'()&=+$,;?/]/
const passwordUnescaped = /[A-Za-z0-9\-_.!~*'()&=+$,]/
const parameterUnescaped = /[A-Za-z0-9\-_.!~*'()[\]/:&+$]/
const headerUnescaped = /[A-Za-z0-9\-_.!~*'()[\]/?:+$]/

const allowedIn = {
  user: userUnescaped,
  password: passwordUnescaped,
  parameter: parameterUnescaped,
  header: headerUnescaped,
}

/** Escapes all characters that the part of a URI cannot have, as UTF-8. */
export function escapeUri(text: string, part: keyof typeof allowedIn): string {
  const allowed = allowedIn[part]
  let escaped = ''
  for (const char of text) {
    if (allowed.test(char)) escaped += char
    else for (const byte of Buffer.from(char)) escaped += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return escaped
}

/** Escapes that are incomplete or not UTF-8 are kept as text. */
export function unescapeUri(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(/%([0-7][0-9A-Fa-f])/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
  }
}
