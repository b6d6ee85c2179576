// Splits text into sentences, and long sentences into pieces.
import { endOfTokens, estimateTokens } from './estimate-tokens.ts'

/** Segmentation works on slices of this length, so that its time and memory do not depend on the text. */
const sliceCharacters = 4_000

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** The concatenated sentences are the text. None has more than `maxTokens` tokens. Takes linear time. */
export function* splitSentences(text: string, maxTokens: number): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = endOfSlice(text, start)
    const slice = text.slice(start, end)
    // A single line break does not end a sentence: paragraphs of plain text are often wrapped.
    const segments = segmenter.segment(slice.replaceAll('\n', ' '))
    for (const { index, segment } of segments) {
      const sentence = slice.slice(index, index + segment.length)
      if (estimateTokens(sentence) <= maxTokens) yield sentence
      else yield* cut(sentence, maxTokens)
    }
    start = end
  }
}

function* cut(sentence: string, maxTokens: number): Generator<string> {
  for (let start = 0; start < sentence.length; ) {
    const limit = endOfTokens(sentence, start, maxTokens)
    const end = limit === sentence.length ? limit : lastBreak(sentence, start, limit)
    yield sentence.slice(start, end)
    start = end
  }
}

function endOfSlice(text: string, start: number): number {
  const limit = start + sliceCharacters
  if (limit >= text.length) return text.length
  return lastBreak(text, start, limit)
}

/** The index behind the last space before the limit, or the limit if there is none. */
function lastBreak(text: string, start: number, limit: number): number {
  for (let at = limit; at > start; at--) if (/\s/.test(text[at - 1]!)) return at
  return (text.charCodeAt(limit) & 0xfc00) === 0xdc00 && limit - 1 > start ? limit - 1 : limit
}
