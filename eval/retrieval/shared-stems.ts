// Finds the words that a question shares with the paragraph that answers it.
import { stemmer } from 'stemmer'
import { normalizeText, type Question } from './questions.ts'

/** The stop words of PostgreSQL's configuration for English. */
const stopWords = new Set(
  `i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it
its itself they them their theirs themselves what which who whom this that these those am is are was were be been being
have has had having do does did doing a an the and but if or because as until while of at by for with about against
between into through during before after above below to from up down in out on off over under again further then once
here there when where why how all any both each few more most other some such no nor not only own same so than too very
s t can will just don should now`.split(/\s+/),
)

/** Returns the stems that the question shares with the block around its answer and the headings above it. */
export function sharedStems({ question, answer }: Question, text: string): string[] {
  const passage = new Set(stemsOf(passageAround(answer, text)))
  return [...new Set(stemsOf(question))].filter((stem) => passage.has(stem))
}

const stemsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !stopWords.has(word)).map(stemmer)

/** A block is a paragraph, a list or a table. Throws if no block contains the answer. */
function passageAround(answer: string, text: string): string {
  const wanted = normalizeText(answer)
  const headings: string[] = []
  for (const block of text.split(/\n\s*\n/)) {
    const [, marks, heading] = /^(#+) (.*)/.exec(block.trim()) ?? []
    if (marks && heading) {
      headings.splice(marks.length - 1)
      headings[marks.length - 1] = heading
    } else if (normalizeText(block).includes(wanted)) return [...headings, block].join('\n')
  }
  throw new Error(`No paragraph contains “${answer}”.`)
}
