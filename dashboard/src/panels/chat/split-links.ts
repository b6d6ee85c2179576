// Finds the web addresses in a text.

export interface TextPart {
  text: string
  /** Set for an http or https address. */
  href?: string
}

const candidate = /https?:\/\/[^\s<>"]+/gi
const closing = '.,;:!?\'"…”’»'
const brackets: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** The parts together are the text. Punctuation after an address does not belong to it. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  for (const { 0: found, index } of text.matchAll(candidate)) {
    const address = withoutPunctuation(found)
    if (!isWebAddress(address)) continue
    if (index > at) parts.push({ text: text.slice(at, index) })
    parts.push({ text: address, href: address })
    at = index + address.length
  }
  if (at < text.length) parts.push({ text: text.slice(at) })
  return parts
}

/** A closing bracket belongs to the address if the address contains the opening one. */
function withoutPunctuation(found: string): string {
  let end = found.length
  for (; end > 0; end--) {
    const last = found[end - 1]!
    const opening = brackets[last]
    const kept = found.slice(0, end)
    if (opening !== undefined ? count(kept, opening) >= count(kept, last) : !closing.includes(last)) break
  }
  return found.slice(0, end)
}

const count = (text: string, character: string): number => text.split(character).length - 1

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== ''
}
