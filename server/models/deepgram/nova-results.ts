// Reads the recognition results of Deepgram.
import { isFields } from '#server/platform/vendor-json/is-fields.ts'

export interface Result {
  /** Bytes of mu-law audio since the start of the connection. */
  start: number
  end: number
  isFinal: boolean
  /** The result answers a Finalize message. */
  fromFinalize: boolean
  transcript: string
  words: { text: string; start: number }[]
}

const maxWords = 1_000
const maxCharacters = 10_000

/** Returns undefined for a message of another shape. */
export function readResult(message: Record<string, unknown>): Result | undefined {
  const { start, duration, channel } = message
  if (!isSeconds(start) || !isSeconds(duration) || !isFields(channel) || !Array.isArray(channel.alternatives)) return
  const best: unknown = channel.alternatives[0]
  if (!isFields(best) || typeof best.transcript !== 'string') return
  const words = Array.isArray(best.words) ? best.words.slice(0, maxWords) : []
  return {
    start: bytesOf(start),
    end: bytesOf(start + duration),
    isFinal: message.is_final === true,
    fromFinalize: message.from_finalize === true,
    transcript: best.transcript.slice(0, maxCharacters).trim(),
    words: words.flatMap((word: unknown) => {
      if (!isFields(word) || !isSeconds(word.start)) return []
      const text = word.punctuated_word ?? word.word
      return typeof text === 'string' ? [{ text: text.slice(0, 200), start: bytesOf(word.start) }] : []
    }),
  }
}

/** The words of the result that begin after the position, which has been delivered before. */
export function textAfter({ start, end, transcript, words }: Result, position: number): string {
  const toleranceBytes = 160
  if (end <= position + toleranceBytes) return ''
  if (start + toleranceBytes >= position) return transcript
  return words
    .filter((word) => word.start + toleranceBytes >= position)
    .map(({ text }) => text)
    .join(' ')
    .trim()
}

const bytesOf = (seconds: number) => Math.round(seconds * 8_000)

/** A day is longer than any call. */
const isSeconds = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value < 86_400
