// The words of the assistant that the customer has heard, with the time at which each of them was heard.
import type { HeardSound } from '#server/voice/virtual/virtual-line.ts'

/** A part of a text that was heard without a gap. */
export interface HeardPart {
  text: string
  /** Differs if the text is said again from its beginning. */
  code: number
  fromMs: number
  toMs: number
  /** In characters of the text. */
  from: number
  to: number
}

/** Follows the sounds of a line, of which the last one can still grow. */
export function createHeardWords(sounds: readonly HeardSound[], msPerCharacter: number) {
  const parts: HeardPart[] = []

  function update(): void {
    const last = parts.at(-1)
    if (sounds.length === parts.length && last?.toMs === sounds.at(-1)?.toMs) return
    for (let index = Math.max(0, parts.length - 1); index < sounds.length; index++) {
      const { text = '', code, fromMs, toMs } = sounds[index]!
      const known = parts[index]
      if (known) {
        known.toMs = toMs
        known.to = Math.min(text.length, known.from + (toMs - fromMs) / msPerCharacter)
        continue
      }
      // An answer that was paused continues where it was heard.
      const from = startOf(text, code, parts[index - 1])
      const to = Math.min(text.length, from + (toMs - fromMs) / msPerCharacter)
      parts[index] = { text, code, fromMs, toMs, from, to }
    }
  }

  return {
    parts(): readonly HeardPart[] {
      update()
      return parts
    },
    /** Whether the customer hears the assistant now. */
    isAudible(nowMs: number): boolean {
      const last = sounds.at(-1)
      return last !== undefined && nowMs - last.toMs < 20
    },
  }
}

function startOf(text: string, code: number, last: HeardPart | undefined): number {
  const isOpen = last !== undefined && last.code === code && last.to < text.length - 0.5
  return isOpen ? last.to : 0
}

/** Where heard words were found. */
export interface Found {
  /** The beginning of the sound with the first of the words. */
  startedMs: number
  /** When the last of the words was heard. */
  heardMs: number
  /** The position after the words. */
  part: number
  character: number
  /** The words are heard when this many characters of the part were heard. */
  wholeCharacters: number
}

/** Everything before it can no longer match. */
export interface Position {
  part: number
  character: number
}

/** Finds words in what was heard after a position. Punctuation and capital letters do not matter. */
export function findWords(parts: readonly HeardPart[], words: string, after: Position): Found | undefined {
  const wanted = plain(words).trim()
  let heard = ''
  const starts: { at: number; part: number }[] = []
  for (let index = after.part; index < parts.length; index++) {
    const { text, from, to } = parts[index]!
    const begin = index === after.part ? Math.max(from, after.character) : from
    if (begin === 0 && heard !== '') heard += ' '
    starts.push({ at: heard.length, part: index })
    heard += text.slice(begin, Math.floor(to + 0.01))
  }
  const { text: searched, positions } = plainWithPositions(heard)
  const found = searched.indexOf(wanted)
  if (found < 0 || wanted === '') return undefined
  const first = starts.findLast(({ at }) => at <= positions[found]!)!
  const lastCharacter = positions[found + wanted.length - 1]!
  const last = starts.findLast(({ at }) => at <= lastCharacter)!
  const part = parts[last.part]!
  const begin = last.part === after.part ? Math.max(part.from, after.character) : part.from
  const length = lastCharacter - last.at + 1
  const character = begin + length
  const msPerCharacter = (part.toMs - part.fromMs) / Math.max(1, part.to - part.from)
  return {
    startedMs: parts[first.part]!.fromMs,
    heardMs: part.fromMs + (character - part.from) * msPerCharacter,
    part: last.part,
    character,
    wholeCharacters: Math.trunc(begin) + length,
  }
}

/** The same search in what is being heard, again and again: most of the time only a number is compared. */
export function createWordSearch(parts: () => readonly HeardPart[]) {
  let known: { words: string; after: Position; count: number; found: Found | undefined } | undefined

  /** Where the words will be found if the last text is heard to its end. */
  function expected(words: string, after: Position, heard: readonly HeardPart[]): Found | undefined {
    if (known?.words === words && known.after === after && known.count === heard.length) return known.found
    const complete = heard.map((part, index) => (index < heard.length - 1 ? part : { ...part, to: part.text.length }))
    known = { words, after, count: heard.length, found: findWords(complete, words, after) }
    return known.found
  }

  return (words: string, after: Position): Found | undefined => {
    const heard = parts()
    const found = expected(words, after, heard)
    if (!found) return undefined
    const isHeard = found.part < heard.length - 1 || found.wholeCharacters <= Math.floor(heard.at(-1)!.to + 0.01)
    return isHeard ? findWords(heard, words, after) : undefined
  }
}

/** Small letters, digits and single spaces. */
export const plain = (text: string): string => plainWithPositions(text).text

const isWordCharacter = (character: string): boolean =>
  (character >= 'a' && character <= 'z') || (character !== ' ' && /[\p{L}\p{N}\p{M}]/u.test(character))

function plainWithPositions(text: string): { text: string; positions: number[] } {
  let result = ''
  const positions: number[] = []
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!.toLowerCase()
    const isWord = isWordCharacter(character)
    if (!isWord && (result === '' || result.endsWith(' '))) continue
    if (character === "'" || character === '’') continue
    result += isWord ? character[0] : ' '
    positions.push(index)
  }
  return { text: result, positions }
}
