// The default greeting and filler words of an assistant by language.
import { readFileSync } from 'node:fs'
import { parseCsv, text } from '#server/platform/text/csv.ts'
import { defaultFillers } from '#server/voice/words-and-sounds/fillers.ts'

const file = 'language-texts.csv'
const columns = ['iso2', 'greeting']

const greetings = new Map(
  parseCsv(file, readFileSync(new URL(file, import.meta.url), 'utf8'), columns).map((line) => [
    text(line, 'iso2'),
    text(line, 'greeting'),
  ]),
)

/** Returns the English texts for other languages than those of the files (ISO 639-1). */
export const languageTexts = (iso2 = 'en') => ({
  greeting: greetings.get(iso2) ?? greetings.get('en')!,
  fillers: defaultFillers(iso2),
})
