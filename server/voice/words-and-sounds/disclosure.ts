// The announcement that an assistant is an AI, which the AI Act of the European Union (Article 50) requires.
import { readFileSync } from 'node:fs'
import { parseCsv, text } from '#server/platform/text/csv.ts'

const file = 'disclosure.csv'

const lines = new Map(
  parseCsv(file, readFileSync(new URL(file, import.meta.url), 'utf8'), ['iso2', 'unnamed', 'named']).map((line) => [
    text(line, 'iso2'),
    { unnamed: text(line, 'unnamed'), named: text(line, 'named') },
  ]),
)

/**
 * The calling codes of the European Economic Area, including the French overseas departments. No code of another country
 * begins with one of them.
 */
const callingCodes = new Set(
  '30,31,32,33,34,351,352,353,354,356,357,358,359,36,370,371,372,385,386,39,40,420,421,423,43,45,46,47,48,49,262,590,594,596'.split(
    ',',
  ),
)
const longestName = 100

/** @param phoneNumber The number of the customer in E.164 format. */
export function needsDisclosure(phoneNumber: string): boolean {
  const digits = phoneNumber.startsWith('+') ? phoneNumber.slice(1, 4) : ''
  return callingCodes.has(digits.slice(0, 2)) || callingCodes.has(digits)
}

/** English for languages without a line (ISO 639-1). */
export function disclosureLine(language: string, assistantName?: string): string {
  const { unnamed, named } = lines.get(language) ?? lines.get('en')!
  const name = assistantName?.slice(0, longestName).trim()
  return name ? named.replace('{name}', () => name) : unnamed
}
