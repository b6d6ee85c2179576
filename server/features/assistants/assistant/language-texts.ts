// The default greeting and filler words of an assistant by language, from language-texts.csv.
import { readFileSync } from 'node:fs'
import { parseCsv, text } from '#server/platform/text/csv.ts'

const file = 'language-texts.csv'
const columns = ['iso2', 'greeting', 'positive', 'negative', 'question', 'neutral']

const texts = new Map(
  parseCsv(file, readFileSync(new URL(file, import.meta.url), 'utf8'), columns).map((line) => {
    const words = (column: string): string[] => text(line, column).split('|')
    /** Spoken while an answer is generated, by the sentiment of what the customer said. */
    const fillers = {
      positive: words('positive'),
      negative: words('negative'),
      question: words('question'),
      neutral: words('neutral'),
    }
    return [text(line, 'iso2'), { greeting: text(line, 'greeting'), fillers }]
  }),
)

/** Returns the English texts for other languages than those of the file (ISO 639-1). */
export const languageTexts = (iso2 = 'en') => texts.get(iso2) ?? texts.get('en')!
