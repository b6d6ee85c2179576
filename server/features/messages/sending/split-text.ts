// Cutting a long text into what the carrier takes: at a paragraph, a line, a sentence or a word, never inside a letter.

/**
 * In units of UTF-16: the carrier counts an emoji as several characters (https://www.twilio.com/docs/api/errors/21617).
 * A text of ours may have 4,096 characters of Unicode.
 */
export const longestBody = 1600
/** Emoji alone count twice, and so may need more. */
export const mostParts = (text: string): number => Math.max(3, Math.ceil(text.length / 1500))
/** A cut that comes sooner leaves a part too short to be worth it, unless the text must. */
const shortestPart = 400

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
const sentences = new Intl.Segmenter('und', { granularity: 'sentence' })

/** What begins a letter is no white space to leave out. */
const spaceAtStart = /^(?:\s(?!\p{M}))+/u

/** Parts of at most `longestBody` characters, at most `mostParts` of them. White space at a cut is left out, nothing else. */
export function splitText(text: string): string[] {
  const parts: string[] = []
  const most = mostParts(text)
  let rest = text
  while (rest.length > longestBody) {
    const end = cutOf(rest, most - parts.length)
    const part = rest.slice(0, end).trimEnd()
    if (part !== '') parts.push(part)
    rest = rest.slice(end).replace(spaceAtStart, '')
  }
  return rest === '' ? parts : [...parts, rest]
}

function cutOf(text: string, partsLeft: number): number {
  const head = text.slice(0, longestBody)
  // So long at least that the rest still fits.
  const least = Math.max(1, text.length - longestBody * (partsLeft - 1))
  const letters = boundariesOf(text)
  const fits = (at: number | undefined) => at !== undefined && at >= Math.max(least, shortestPart) && letters.has(at)
  const found = [/\n[^\S\n]*\n/g, /\n/g].map((pattern) => lastEnd(head, pattern)).find(fits)
  if (found !== undefined) return found
  const sentence = lastSentence(head)
  if (fits(sentence)) return sentence!
  const word = lastEnd(head, /\s+/g)
  if (fits(word)) return word!
  return [...letters].findLast((at) => at >= least) ?? codePointCut(text)
}

/** Where letters end, up to the longest part. */
function boundariesOf(text: string): Set<number> {
  const ends = new Set<number>()
  // One letter further than can be used, so that the last boundary is a true one.
  for (const { index, segment } of graphemes.segment(text)) {
    if (index + segment.length > longestBody) break
    ends.add(index + segment.length)
  }
  return ends
}

function lastEnd(text: string, pattern: RegExp): number | undefined {
  const match = [...text.matchAll(pattern)].at(-1)
  return match && match.index + match[0].length
}

/** The last one in `head` may go on beyond it, and so ends nowhere yet. */
function lastSentence(head: string): number | undefined {
  return [...sentences.segment(head)].at(-1)?.index
}

/** A letter that alone is longer than a part. */
function codePointCut(text: string): number {
  const unit = text.charCodeAt(longestBody - 1)
  return unit >= 0xd800 && unit <= 0xdbff ? longestBody - 1 : longestBody
}
