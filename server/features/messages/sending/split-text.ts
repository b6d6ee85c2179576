// Splits a long text into parts that the carrier accepts, preferably after a paragraph, line, sentence or word.
/**
 * The least that a carrier accepts, in UTF-16 code units, because it counts an emoji as several characters. A text may
 * have 4,096 Unicode characters.
 */
export const longestBody = 1600
/** A text of emoji may need more than three parts. */
export const mostParts = (text: string): number => Math.max(3, Math.ceil(text.length / 1500))
/** A preferred place for a cut is used only if the part has at least this length. */
const shortestPart = 400

const graphemeSegmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
const sentenceSegmenter = new Intl.Segmenter('und', { granularity: 'sentence' })

/** White space before a combining mark is part of a grapheme. */
const spaceAtStart = /^(?:\s(?!\p{M}))+/u

/** Returns at most `mostParts` parts of at most `longestBody`. Only white space around cuts is removed. */
export function splitText(text: string): string[] {
  const parts: string[] = []
  const maxParts = mostParts(text)
  let rest = text
  while (rest.length > longestBody) {
    const end = findCut(rest, maxParts - parts.length)
    const part = rest.slice(0, end).trimEnd()
    if (part !== '') parts.push(part)
    rest = rest.slice(end).replace(spaceAtStart, '')
  }
  return rest === '' ? parts : [...parts, rest]
}

function findCut(text: string, partsLeft: number): number {
  const head = text.slice(0, longestBody)
  // The remaining text must fit into the remaining parts.
  const least = Math.max(1, text.length - longestBody * (partsLeft - 1))
  const boundaries = boundariesOf(text)
  const fits = (at: number | undefined) => at !== undefined && at >= Math.max(least, shortestPart) && boundaries.has(at)
  const preferred = [
    lastEnd(head, /\n[^\S\n]*\n/g),
    lastEnd(head, /\n/g),
    lastSentenceStart(head),
    lastEnd(head, /\s+/g),
  ].find(fits)
  if (preferred !== undefined) return preferred
  return [...boundaries].findLast((at) => at >= least) ?? codePointCut(text)
}

/** Returns the ends of graphemes within `longestBody`. A cut is never inside a grapheme. */
function boundariesOf(text: string): Set<number> {
  const ends = new Set<number>()
  // Segments the whole text, because a grapheme may continue after `longestBody`.
  for (const { index, segment } of graphemeSegmenter.segment(text)) {
    if (index + segment.length > longestBody) break
    ends.add(index + segment.length)
  }
  return ends
}

function lastEnd(text: string, pattern: RegExp): number | undefined {
  const match = [...text.matchAll(pattern)].at(-1)
  return match && match.index + match[0].length
}

/** The last sentence may continue after `head`. */
const lastSentenceStart = (head: string): number | undefined => [...sentenceSegmenter.segment(head)].at(-1)?.index

/** For a grapheme that is longer than a part: cuts between code points. */
function codePointCut(text: string): number {
  const unit = text.charCodeAt(longestBody - 1)
  return unit >= 0xd800 && unit <= 0xdbff ? longestBody - 1 : longestBody
}
