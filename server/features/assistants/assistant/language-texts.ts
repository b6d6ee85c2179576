// The default greeting and filler words of an assistant by language, from language-texts.csv.
import { readFileSync } from 'node:fs'

const [, ...lines] = readFileSync(new URL('language-texts.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
const texts = new Map(
  lines.map((line) => {
    const [iso2 = '', greeting = '', ...cells] = line.split(',')
    const [positive = [], negative = [], question = [], neutral = []] = cells.map((cell) => cell.split('|'))
    /** Spoken while an answer is generated, by the sentiment of what the customer said. */
    const fillers = { positive, negative, question, neutral }
    return [iso2, { greeting, fillers }]
  }),
)

/** Returns the English texts for other languages than those of the file (ISO 639-1). */
export const languageTexts = (iso2 = 'en') => texts.get(iso2) ?? texts.get('en')!
