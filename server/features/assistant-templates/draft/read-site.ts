// Finds in the pages of a website what an assistant needs: the name of the business, and facts by rules.
import type { PreviewedPage } from '#server/features/knowledge/index.ts'
import type { Language } from '../templates/template.ts'
import { draftTexts, hoursText } from './draft-texts.ts'

export interface SiteFacts {
  /** Undefined if the pages do not say it. */
  businessName: string | undefined
  /** Sentences about the business, one a line. */
  facts: string[]
  /** What customers can ask because `facts` answers it. */
  questions: string[]
}

const maxNameCharacters = 60
const maxLineCharacters = 300
const maxHeadings = 6

/**
 * The text as one line that cannot begin a section of the instructions and contains no placeholder: what a website says
 * must stay a line of information.
 */
export const plainLine = (text: string): string =>
  text
    .replace(/[{}]/g, '')
    .replace(/\[([^\][]*)\]\([^()]*\)/g, '$1')
    .replace(/[*_`]+/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s#>|=-]+/, '')
    .trim()

export function readSite(pages: readonly PreviewedPage[], language: Language): SiteFacts {
  const [first] = pages
  if (!first) return { businessName: undefined, facts: [], questions: [] }
  const texts = draftTexts[language]
  const business = pages.find((page) => page.business)?.business
  const { hours = [], address, phone } = business ?? {}
  const description = first.description && plainLine(first.description)
  const businessName = nameOf(business?.name ?? undefined, first)
  const headings = headingsOf(first).filter((heading) => heading !== businessName)
  const facts = [
    description,
    ...hours.map((each) => hoursText(language, each)),
    address && texts.address(plainLine(address)),
    phone && texts.phone(plainLine(phone)),
    headings.length > 0 && texts.topics(headings.join('; ')),
  ]
  const questions = [
    hours.length > 0 && texts.questions.hours,
    address && texts.questions.address,
    phone && texts.questions.phone,
  ]
  const isText = (line: unknown): line is string => typeof line === 'string' && line !== ''
  return {
    businessName,
    facts: facts.filter(isText).map((line) => line.slice(0, maxLineCharacters).toWellFormed()),
    questions: questions.filter(isText),
  }
}

const usualTitle = /^(?:home(?:page)?|welcome(?: to)?|index|start(?:seite)?|willkommen|accueil|bienvenue)$/i

/** The part of the title that the address contains too, or the first part that is not a usual word. */
function nameOf(stated: string | undefined, { title, url }: PreviewedPage): string | undefined {
  const letters = (text: string) =>
    text
      .toLowerCase()
      .normalize('NFD')
      .replace(/[^a-z0-9]/g, '')
  const host = letters(new URL(url).hostname)
  const parts = (title ?? '')
    .split(/ [|–—·:-] |: /)
    .map(plainLine)
    .filter((part) => part !== '' && !usualTitle.test(part))
  const name = stated ?? parts.find((part) => letters(part).length > 3 && host.includes(letters(part))) ?? parts[0]
  const line = name && plainLine(name).slice(0, maxNameCharacters).trim().toWellFormed()
  return line === '' ? undefined : line
}

function headingsOf({ text }: PreviewedPage): string[] {
  const headings = [...text.matchAll(/^#{1,3} (.{2,80})$/gm)].map(([, heading]) => plainLine(heading!))
  return [...new Set(headings)].filter((heading) => heading !== '').slice(0, maxHeadings)
}
