// Converts the times of words to the times of the characters of the text.
import type { Alignment } from '#server/ports/text-to-speech.ts'

export interface SpokenWords {
  words: readonly string[]
  /** Seconds from the start of the utterance. */
  starts: readonly number[]
  ends: readonly number[]
}

/** The longest distance between two words: words that are spoken in another form than they are written are skipped. */
const maxGap = 60

/**
 * Words must come in the order of the text. Their alignments continue each other without gaps, so the number of
 * characters is a position in the text. Punctuation belongs to the word that it follows.
 */
export function createWordAligner(text: string): (spoken: SpokenWords) => Alignment | undefined {
  let at = 0
  let lastMs = 0

  function add(alignment: { characters: string[]; startsMs: number[] }, to: number, fromMs: number, toMs: number) {
    const count = to - at
    for (let index = 0; index < count; index++) {
      lastMs = Math.max(lastMs, fromMs + ((toMs - fromMs) * index) / count)
      alignment.characters.push(text[at + index]!)
      alignment.startsMs.push(lastMs)
    }
    at = to
  }

  return ({ words, starts, ends }) => {
    const alignment = { characters: [] as string[], startsMs: [] as number[] }
    for (const [index, word] of words.entries()) {
      const found = find(text, word, at)
      if (!found) continue
      const startMs = starts[index]! * 1_000
      add(alignment, found.from, startMs, startMs)
      add(alignment, found.to, startMs, Math.max(startMs, ends[index]! * 1_000))
    }
    return alignment.characters.length > 0 ? alignment : undefined
  }
}

function find(text: string, word: string, at: number): { from: number; to: number } | undefined {
  const characters = [...word.slice(0, maxGap)]
  const first = characters.findIndex(isSpoken)
  if (first === -1) return undefined
  const last = characters.findLastIndex(isSpoken)
  const window = text.slice(at, at + 2 * maxGap)
  for (const candidate of [characters.slice(first), characters.slice(first, last + 1)]) {
    const offset = window.indexOf(candidate.join(''))
    if (offset === -1) continue
    const from = at + offset
    let to = from + candidate.join('').length
    while (to < text.length && isPunctuation(text[to]!)) to++
    return { from, to }
  }
  return undefined
}

const isSpoken = (character: string): boolean => /^[\p{L}\p{N}]$/u.test(character)

const isPunctuation = (character: string): boolean => /^[^\s\p{L}\p{N}]$/u.test(character)
