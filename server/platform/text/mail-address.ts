// Checks e-mail addresses of mails that Parley sends.

/** Letters of all scripts; no spaces, quotes, control characters, or anything that could be read as several addresses. */
const local = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const label = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?$/u

/** At most 254 characters, with a domain of at least two labels or `localhost`. */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at < 1 || text.length > 254 || at > 64) return false
  const labels = text.slice(at + 1).split('.')
  const isDomain = labels.every((one) => one.length <= 63 && label.test(one))
  return isDomain && (labels.length > 1 || labels[0] === 'localhost') && local.test(text.slice(0, at))
}

/** Reads `parley@example.com` and `Parley <parley@example.com>`. */
export function readMailbox(text: string): { name: string; address: string } | undefined {
  const start = text.indexOf('<')
  const isNamed = start !== -1 && text.endsWith('>')
  const name = isNamed ? text.slice(0, start).trim() : ''
  const address = isNamed ? text.slice(start + 1, -1) : text
  return isMailAddress(address) && !/[<>"\p{Cc}]/u.test(name) ? { name, address } : undefined
}
