// Divides a text into parts that are synthesized one after the other, so that others do not wait for a long text.

/** About twelve seconds of speech, which take 0.15 s. */
const maxCharacters = 200

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** At the ends of sentences, or else after a comma or a word. Sentences that are joined are one part while they are short. */
export function spokenParts(text: string, { joinsSentences }: { joinsSentences: boolean }): string[] {
  const parts: string[] = []
  for (const { segment } of sentences.segment(text))
    for (const part of shortParts(segment)) {
      const last = parts.at(-1)
      if (joinsSentences && last !== undefined && last.length + part.length <= maxCharacters)
        parts[parts.length - 1] = last + part
      else parts.push(part)
    }
  return parts
}

function shortParts(sentence: string): string[] {
  const parts: string[] = []
  let rest = sentence
  while (rest.length > maxCharacters) {
    const start = rest.slice(0, maxCharacters)
    const end = [start.lastIndexOf(', ') + 2, start.lastIndexOf(' ') + 1].find((at) => at > maxCharacters / 2)
    parts.push(rest.slice(0, end ?? maxCharacters))
    rest = rest.slice(end ?? maxCharacters)
  }
  return [...parts, rest]
}
