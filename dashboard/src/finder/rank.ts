// Ranks what the search finds: the beginning of a name comes before the beginning of a word, and that before the rest.

/** Lower case, without accents, so that `Muller` finds `Müller`. */
export const plainOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')

export interface Ranked {
  label: string
  /** Other words by which it is found. */
  keywords?: string | undefined
}

/** 0 is the best. Undefined if a word of the query is neither in the label nor the beginning of a keyword. */
export function rankOf({ label, keywords = '' }: Ranked, query: string): number | undefined {
  const [name, other, wanted] = [plainOf(label), plainOf(keywords), plainOf(query).trim()]
  if (name.startsWith(wanted)) return 0
  if (isWordStart(name, wanted)) return 1
  const words = wanted.split(/\s+/)
  if (words.every((word) => name.includes(word))) return 2
  return words.every((word) => name.includes(word) || isWordStart(other, word)) ? 3 : undefined
}

const isWordStart = (text: string, start: string): boolean =>
  new RegExp(`(?:^|[^\\p{L}\\p{N}])${literal(start)}`, 'u').test(text)

const literal = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')

/** The best first; equals keep their order. */
export function bestOf<R extends Ranked>(all: readonly R[], query: string, limit: number): R[] {
  return all
    .flatMap((each) => {
      const rank = rankOf(each, query)
      return rank === undefined ? [] : [{ each, rank }]
    })
    .sort((one, other) => one.rank - other.rank)
    .slice(0, limit)
    .map(({ each }) => each)
}

export interface Wanted {
  /** The number of a record, such as of a call. */
  id?: number
  uuid?: string
  /** The digits of a phone number, without the prefix of international or national calls. */
  digits?: string
}

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const phoneForm = /^\+?[\d\s()./-]+$/
const minPhoneDigits = 5
const maxIdDigits = 9

/** What a query can mean besides a name. A short number is an id; a longer one can also be a phone number. */
export function wantedOf(query: string): Wanted {
  const text = query.trim()
  if (uuidForm.test(text)) return { uuid: text.toLowerCase() }
  const id = /^#?\d+$/.test(text) && text.length <= maxIdDigits ? Number(text.replace('#', '')) : 0
  const digits = phoneForm.test(text) ? text.replace('(0)', '').replace(/\D/g, '').replace(/^0+/, '') : ''
  return { ...(id > 0 && { id }), ...(digits.length >= minPhoneDigits && { digits }) }
}
