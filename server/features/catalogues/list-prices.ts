// The list prices of vendors, each as its page stated it on a day. A price that could not be verified is left out.
import { readFileSync } from 'node:fs'
import { type CsvLine, dateOrNull, oneOf, parseCsv, text, textOrNull } from '#server/platform/text/csv.ts'

const file = 'list-prices.csv'
const columns = ['kind', 'vendor', 'code', 'product', 'unit', 'input_usd', 'output_usd', 'as_of', 'until', 'source']

export const choiceKinds = ['llm', 'realtime', 'synthesizer', 'transcriber'] as const
export type ChoiceKind = (typeof choiceKinds)[number]
export const priceUnits = ['minute', 'thousand_characters', 'million_tokens', 'million_audio_tokens'] as const

export type ListPrice = ReturnType<typeof listPrice>

let prices: ListPrice[] | undefined

export function listPrices(): ListPrice[] {
  prices ??= parseListPrices(readFileSync(new URL(`data/${file}`, import.meta.url), 'utf8'))
  return prices
}

/** `today` is a day as YYYY-MM-DD. */
export const currentPrices = (today: string, all = listPrices()): ListPrice[] =>
  all.filter(({ until }) => until === null || until >= today)

export const parseListPrices = (content: string): ListPrice[] => parseCsv(file, content, columns).map(listPrice)

const listPrice = (line: CsvLine) => ({
  kind: oneOf(line, 'kind', choiceKinds),
  /** The vendor of the model, or the code of the provider of speech. */
  vendor: text(line, 'vendor'),
  /** Empty for a provider of speech. */
  code: textOrNull(line, 'code') ?? '',
  /** What the vendor sells under this price. */
  product: text(line, 'product'),
  unit: oneOf(line, 'unit', priceUnits),
  inputUsd: dollars(line, 'input_usd')!,
  outputUsd: dollars(line, 'output_usd'),
  asOf: dateOrNull(line, 'as_of')!,
  /** The last day of a price that the vendor has limited. */
  until: dateOrNull(line, 'until'),
  source: text(line, 'source'),
})

function dollars(line: CsvLine, column: string): number | null {
  const value = textOrNull(line, column)
  if (value !== null && !/^\d+\.\d{2,4}$/.test(value))
    throw new Error(`${line.where}: ${column} must be dollars with two to four decimals.`)
  return value === null ? null : Number(value)
}
