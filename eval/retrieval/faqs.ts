// Reads public FAQs, and makes questions from their headings.
import { readdir, readFile } from 'node:fs/promises'
import { normalizeText } from './questions.ts'

export interface Faq {
  /** The name of the file. */
  name: string
  /** ISO 639-1. */
  language: string
  /** Markdown. */
  text: string
}

export interface FaqQuestion {
  kind: 'heading' | 'spoken' | 'paraphrase' | 'foreign'
  /** The language of the question, ISO 639-1. */
  language: string
  /** The name of the FAQ with the answer. */
  faq: string
  /** The heading of the section with the answer. */
  heading: string
  question: string
  /** Every correct passage contains the beginning of the answer. */
  answer: string
  /** Parameters were chosen with the other half. */
  isHeldOut: boolean
}

const folder = new URL('faqs/', import.meta.url)
const answerCharacters = 70
const minAnswerCharacters = 30

export async function readFaqs(): Promise<Faq[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md') && name !== 'README.md').sort()
  const read = async (name: string): Promise<Faq> => ({
    name,
    language: name.split('.').at(-2)!,
    text: await readFile(new URL(name, folder), 'utf8'),
  })
  return Promise.all(names.map(read))
}

/** The headings that are questions, and the questions of `faqs/questions.json`. */
export async function readFaqQuestions(faqs: readonly Faq[]): Promise<FaqQuestion[]> {
  const headings = faqs.flatMap(headingQuestions)
  const written = JSON.parse(await readFile(new URL('questions.json', folder), 'utf8')) as WrittenQuestion[]
  const others = written.map((question, index) => {
    const { answer } = headings.find(({ faq, heading }) => faq === question.faq && heading === question.heading)!
    return { ...question, answer, isHeldOut: index % 2 === 1 }
  })
  return [...headings, ...others]
}

type WrittenQuestion = Omit<FaqQuestion, 'answer' | 'isHeldOut'>

function headingQuestions({ name, language, text }: Faq): FaqQuestion[] {
  const lines = text.split('\n')
  const all = normalizeText(text)
  const occurs = (part: string): number => all.split(part).length - 1
  const questions = lines.flatMap((line, index) => {
    const heading = normalizeText(/^#+ (.*\?)\s*$/.exec(line)?.[1] ?? '')
    if (heading === '' || lines.filter((other) => isHeading(other, heading)).length > 1) return []
    const next = lines.slice(index + 1).find((other) => other.trim() !== '') ?? ''
    const answer = normalizeText(next).slice(0, answerCharacters)
    if (next.startsWith('#') || answer.length < minAnswerCharacters || occurs(answer) !== 1) return []
    return [{ kind: 'heading' as const, language, faq: name, heading, question: heading, answer }]
  })
  return questions.map((question, index) => ({ ...question, isHeldOut: index % 2 === 1 }))
}

const isHeading = (line: string, heading: string): boolean =>
  line.startsWith('#') && normalizeText(line.replace(/^#+ /, '')) === heading

/** Returns the text without headings that are questions, and without lists of them. */
export const withoutQuestions = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/^(?:#+ .*\?|\*\*.*\?\*\*|- .*\?)\s*$/.test(line))
    .join('\n')
