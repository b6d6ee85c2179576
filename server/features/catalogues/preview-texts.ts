// What a voice says in its preview, by language, from data/preview-texts.csv.
import { readFileSync } from 'node:fs'
import { parseCsv, text } from '#server/platform/text/csv.ts'

const file = 'preview-texts.csv'
let texts: Map<string, string> | undefined

/** Undefined for a language (ISO 639-1) that the file lacks. */
export function previewTextIn(iso2: string): string | undefined {
  texts ??= new Map(
    parseCsv(file, readFileSync(new URL(`data/${file}`, import.meta.url), 'utf8'), ['iso_2', 'text']).map((line) => [
      text(line, 'iso_2'),
      text(line, 'text'),
    ]),
  )
  return texts.get(iso2)
}
