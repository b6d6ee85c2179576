// Reads the TurnInfo messages of Deepgram Flux.
import { isFields } from '#server/platform/vendor-json/is-fields.ts'

const turnEvents = ['StartOfTurn', 'Update', 'EagerEndOfTurn', 'TurnResumed', 'EndOfTurn'] as const

/** Positions are bytes of mu-law audio since the start of the connection. */
export interface TurnInfo {
  event: (typeof turnEvents)[number]
  /** All words of the turn. */
  transcript: string
  /** Older installations of Flux send no times. */
  words: { text: string; start: number | undefined; end: number | undefined }[]
  /** The audio before this position has been heard. */
  heardTo: number
}

const maxWords = 2_000
const maxCharacters = 20_000

/** Returns undefined for a message of another shape. */
export function readTurnInfo(message: Record<string, unknown>): TurnInfo | undefined {
  const { transcript, words, audio_window_end: heardTo } = message
  const event = turnEvents.find((name) => name === message.event)
  const position = bytesOf(heardTo)
  if (!event || typeof transcript !== 'string' || !Array.isArray(words) || position === undefined) return undefined
  return {
    event,
    transcript: transcript.slice(0, maxCharacters).trim(),
    words: words.slice(0, maxWords).flatMap((word: unknown) => {
      if (!isFields(word) || typeof word.word !== 'string') return []
      return [{ text: word.word.slice(0, 200), start: bytesOf(word.start), end: bytesOf(word.end) }]
    }),
    heardTo: position,
  }
}

/** A day is longer than any call. */
function bytesOf(seconds: unknown): number | undefined {
  const isValid = typeof seconds === 'number' && seconds >= 0 && seconds < 86_400
  return isValid ? Math.round(seconds * 8_000) : undefined
}

/**
 * The words of the turn that have not been delivered: those that begin after the position, or, without times, those
 * after the given number of words.
 */
export function wordsAfter({ transcript, words }: TurnInfo, position: number, deliveredWords: number): string {
  const toleranceBytes = 160
  const isDelivered = (start: number | undefined, index: number) =>
    start === undefined ? index < deliveredWords : start + toleranceBytes < position
  const rest = words.filter(({ start }, index) => !isDelivered(start, index))
  if (rest.length === words.length) return deliveredWords > 0 && words.length === 0 ? '' : transcript
  return rest
    .map(({ text }) => text)
    .join(' ')
    .trim()
}

/** The end of the last word, if it has a time. */
export const endOfWords = ({ words }: TurnInfo): number | undefined => words.at(-1)?.end
