// Generates text of any length whose words are as frequent as in real text, and questions about it.
import { createSeededRandom } from '@parley/carrier-sandbox'
import { normalizeText, readQuestions, readText } from '#eval/retrieval/questions.ts'

/** Real text of this length has about as many different words. */
const vocabularySize = 150_000
const wordsPerSentence = { min: 7, max: 20 }
const sentencesPerSection = 16
/** A section becomes about one passage. */
const bytesPerSection = 1_400

export interface TextGenerator {
  /** Headings and paragraphs with a size of about one passage per section. */
  text(sections: number): string
  /** A question of 4 to 12 words. */
  question(): string
}

/**
 * The words follow Zipf's law: a word of rank n is n times as rare as the first one. The most frequent words are those of
 * the English documents, in their order; rarer ones combine the beginning and the end of two of them.
 */
export async function createTextGenerator(seed: number): Promise<TextGenerator> {
  const random = createSeededRandom(seed)
  const between = (min: number, max: number): number => min + Math.floor(random() * (max - min + 1))
  const words = extendVocabulary(await vocabularyByFrequency(), random)
  const cumulative = new Float64Array(words.length)
  let total = 0
  for (let rank = 1; rank <= words.length; rank++) cumulative[rank - 1] = total += 1 / rank
  const word = (): string => words[firstAbove(cumulative, random() * total)]!
  const phrase = (length: number): string => Array.from({ length }, word).join(' ')
  const capitalized = (text: string): string => text[0]!.toUpperCase() + text.slice(1)
  const sentence = (): string => `${capitalized(phrase(between(wordsPerSentence.min, wordsPerSentence.max)))}.`

  function section(): string {
    let body = ''
    for (let index = 0; body.length < bytesPerSection && index < sentencesPerSection; index++)
      body += sentence() + (index % 4 === 3 ? '\n\n' : ' ')
    return `## ${capitalized(phrase(3))}\n\n${body.trim()}\n`
  }
  return {
    text: (sections) => Array.from({ length: sections }, section).join('\n'),
    question: () => `${capitalized(phrase(between(4, 12)))}?`,
  }
}

async function vocabularyByFrequency(): Promise<string[]> {
  const english = (await readQuestions()).filter(({ language }) => language === 'en')
  const counts = new Map<string, number>()
  for (const document of new Set(english.map(({ document }) => document)))
    for (const word of normalizeText(await readText(document))
      .toLowerCase()
      .match(/[a-z]{2,}/g) ?? [])
      counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one).map(([word]) => word)
}

function extendVocabulary(known: readonly string[], random: () => number): string[] {
  const longer = known.filter((word) => word.length >= 5)
  const pick = (): string => longer[Math.floor(random() * longer.length)]!
  const words = new Set(known)
  while (words.size < vocabularySize) words.add(pick().slice(0, 4) + pick().slice(-4))
  return [...words]
}

/** The index of the first number above the value, in ascending numbers. */
function firstAbove(numbers: Float64Array, value: number): number {
  let [low, high] = [0, numbers.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (numbers[middle]! > value) high = middle
    else low = middle + 1
  }
  return low
}
