// Finds web addresses in texts, so that they become links and nothing else does.
export interface Part {
  text: string
  /** Undefined for plain text. */
  url: string | undefined
}

const address = /https?:\/\/[^\s<>"'`{}|\\^]+/g
const trailing = /[.,;:!?)\]]$/

/** The texts of the parts add up to the whole text. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let at = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    let url = found
    // A sentence can end after an address, which can itself contain brackets.
    while (trailing.test(url) && !(url.endsWith(')') && url.includes('('))) url = url.slice(0, -1)
    if (!URL.canParse(url)) continue
    if (index > at) parts.push({ text: text.slice(at, index), url: undefined })
    parts.push({ text: url, url })
    at = index + url.length
  }
  if (at < text.length) parts.push({ text: text.slice(at), url: undefined })
  return parts
}
