// Finds web addresses in texts, so that they become links and nothing else does.
export interface TextPart {
  text: string
  /** Set for an http or https address. */
  href?: string
}

const candidate = /https?:\/\/[^\s<>"]+/gi
const closing = '.,;:!?\'"…”’»'
const brackets: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/** The parts together are the text. Punctuation after an address does not belong to it. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  for (const { 0: found, index } of text.matchAll(candidate)) {
    const address = withoutPunctuation(found)
    if (!URL.canParse(address)) continue
    if (index > at) parts.push({ text: text.slice(at, index) })
    parts.push({ text: address, href: address })
    at = index + address.length
  }
  if (at < text.length) parts.push({ text: text.slice(at) })
  return parts
}

/** A closing bracket belongs to the address if the address contains the opening one. Takes linear time. */
function withoutPunctuation(found: string): string {
  const counts = new Map<string, number>()
  for (const character of found) counts.set(character, countOf(counts, character) + 1)
  let end = found.length
  for (; end > 0; end--) {
    const last = found[end - 1]!
    const opening = brackets[last]
    const isKept = opening === undefined ? !closing.includes(last) : countOf(counts, opening) >= countOf(counts, last)
    if (isKept) break
    counts.set(last, countOf(counts, last) - 1)
  }
  return found.slice(0, end)
}

const countOf = (counts: ReadonlyMap<string, number>, character: string): number => counts.get(character) ?? 0
