// Finds in the pages of a website what an assistant needs: the name of the business, and facts by rules.
import { domainToUnicode } from 'node:url'
import type { PreviewedPage } from '#server/features/knowledge/index.ts'
import type { Language } from '../templates/template.ts'
import { draftTexts, hoursText } from './draft-texts.ts'

export interface SiteFacts {
  /** Undefined if the pages do not say it. */
  businessName: string | undefined
  /** The name is from a title. */
  isNameGuessed: boolean
  /** Sentences about the business, one a line. */
  facts: string[]
  /** What customers can ask because `facts` answers it. */
  questions: string[]
}

const maxNameCharacters = 60
const maxLineCharacters = 300
const maxHeadings = 8
const maxTimes = 6

/**
 * The text as one line that cannot begin a section of the instructions and contains no placeholder: what a website says
 * must stay a line of information.
 */
export const plainLine = (text: string): string =>
  text
    .replace(/[{}]/g, '')
    .replace(/\[([^\][]*)\]\([^()]*\)/g, '$1')
    .replace(/[*_`]+/g, '')
    .replace(/\|/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s#>|=-]+/, '')
    .trim()

export function readSite(pages: readonly PreviewedPage[], language: Language): SiteFacts {
  const [first] = pages
  if (!first) return { businessName: undefined, isNameGuessed: true, facts: [], questions: [] }
  const texts = draftTexts[language]
  const business = pages.find((page) => page.business)?.business
  const { hours = [], address, phone } = business ?? {}
  const stated = nameOf(business?.name)
  const businessName = stated ?? nameOf(titleOf(first))
  const headings = headingsOf(pages).filter((heading) => heading !== businessName)
  const facts = [
    plainLine(first.description ?? firstParagraphOf(first)),
    ...(hours.length > 0 ? hours.map((each) => hoursText(language, each)) : linesWithTimes(pages)),
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
    isNameGuessed: stated === undefined,
    facts: facts.filter(isText).map((line) => line.slice(0, maxLineCharacters).toWellFormed()),
    questions: questions.filter(isText),
  }
}

const usualTitle = /^(?:home(?:page)?|welcome(?: to)?|index|start(?:seite)?|willkommen|accueil|bienvenue)$/i

function nameOf(text: string | null | undefined): string | undefined {
  if (!text) return undefined
  const line = plainLine(text).slice(0, maxNameCharacters).trim().toWellFormed()
  return line === '' ? undefined : line
}

const germanSpellings: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

/** How an address can write the text: `mueller` and `muller` for “Müller”. */
function addressSpellingsOf(text: string): string[] {
  const lower = text.toLowerCase().normalize('NFC')
  return [lower, lower.replace(/[äöüß]/g, (letter) => germanSpellings[letter]!)].map((spelling) =>
    spelling.normalize('NFD').replace(/[^a-z0-9]/g, ''),
  )
}

/** The part of the title that the address contains too, or the first part that is not a usual word. */
function titleOf({ title, url }: PreviewedPage): string | undefined {
  const hosts = addressSpellingsOf(domainToUnicode(new URL(url).hostname))
  const isInAddress = (part: string) =>
    addressSpellingsOf(part).some((spelling) => spelling.length > 3 && hosts.some((host) => host.includes(spelling)))
  const parts = (title ?? '')
    .split(/ [|–—·:-] |: /)
    .map(plainLine)
    .filter((part) => part !== '' && !usualTitle.test(part))
  return parts.find(isInAddress) ?? parts[0]
}

const linesOf = (pages: readonly PreviewedPage[]): string[] => pages.flatMap(({ text }) => text.split('\n'))

function headingsOf(pages: readonly PreviewedPage[]): string[] {
  const headings = linesOf(pages).flatMap((line) => /^#{1,2} (.{2,80})$/.exec(line)?.[1] ?? [])
  return [...new Set(headings.map(plainLine))].filter((heading) => heading !== '').slice(0, maxHeadings)
}

/** The first line that is a sentence. */
const firstParagraphOf = (page: PreviewedPage): string =>
  linesOf([page]).find((line) => /^\p{L}/u.test(line) && line.length > 40) ?? ''

const time = /(?<!\d)\d{1,2}(?::\d\d| ?(?:am|pm|uhr|h)(?!\p{L}))/iu

/** Without data for search engines, these probably say when the business is open. */
function linesWithTimes(pages: readonly PreviewedPage[]): string[] {
  const lines = linesOf(pages).filter((line) => line.length <= maxLineCharacters && time.test(line))
  return [...new Set(lines.map(plainLine))].slice(0, maxTimes)
}
