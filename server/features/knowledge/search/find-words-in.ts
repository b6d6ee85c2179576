// Finds the words of a query in passages, in the form in which the passages write them.
import { searchTerms } from '@parley/documents'
import type { Db } from '#server/platform/database/database.ts'
import { withoutDiacritics } from './diacritics.ts'
import type { WordMatches } from './find-by-words.ts'
import { configurationOf } from './languages.ts'
import type { FoundPassage } from './search-result.ts'
import { selectStems } from './store-search.ts'

/** A word of the query, in lower case, and the forms in which a passage contains it. */
export interface PassageWord {
  word: string
  as: string[]
}

const maxForms = 8
/** More words than passages of usual size have. */
const maxWritten = 4_000

/** The stemmers of other languages keep the first letter of a word. */
const withoutPrefixes: ReadonlySet<string> = new Set(['arabic', 'indonesian', 'irish', 'tamil', 'yiddish'])

/** A word of a script with spaces between words. */
const simple = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}\p{N}]+$/u
const written = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Returns the words of each passage and of its headings. */
export async function findWordsIn(
  db: Db,
  passages: readonly FoundPassage[],
  searched: WordMatches['searched'],
): Promise<PassageWord[][]> {
  if (searched.length === 0) return passages.map(() => [])
  const read = passages.map((passage) => ({
    configuration: configurationOf(passage.language),
    forms: formsIn([...passage.headings, passage.text].join('\n')),
  }))
  const words = [...new Set(searched.map(({ word }) => word))]
  const firstLetters = new Set(words.map((word) => word[0]))
  const terms = new Map<string, { configuration: string; term: string; plain: string }>()
  for (const { configuration, forms } of read)
    for (const term of forms.keys()) {
      const plain = withoutDiacritics(term)
      if (firstLetters.has(plain[0]) || withoutPrefixes.has(configuration))
        terms.set(`${configuration} ${term}`, { configuration, term, plain })
    }
  const stems = await selectStems(db, [...terms.values()], words)
  const wordsOf = Map.groupBy(stems, ({ configuration, term }) => `${configuration} ${term}`)
  return read.map(({ configuration, forms }) => {
    const found = new Map<string, string[]>()
    const written = [...forms].flatMap(([term, as]) =>
      (wordsOf.get(`${configuration} ${term}`) ?? []).map(({ word }) => ({ word, as })),
    )
    for (const { word, term } of searched) {
      const as = written.flatMap((each) => (each.word === word ? [...each.as] : []))
      if (as.length > 0) found.set(term, [...(found.get(term) ?? []), ...as])
    }
    return [...found].map(([word, as]) => ({ word, as: withoutRepeats(as).slice(0, maxForms) }))
  })
}

/** `Open` and `open` are one form. */
const withoutRepeats = (forms: readonly string[]): string[] =>
  [...new Map(forms.toReversed().map((form) => [form.toLowerCase(), form])).values()].toReversed()

/** Maps the terms of the index to the forms of the text. */
function formsIn(text: string): Map<string, Set<string>> {
  const forms = new Map<string, Set<string>>()
  const add = (term: string, form: string): void => {
    if (term !== '') forms.set(term, (forms.get(term) ?? new Set()).add(form))
  }
  const all = new Set((text.match(written) ?? []).slice(0, maxWritten))
  for (const word of all) {
    const parts = simple.test(word) ? [word] : [...segmenter.segment(word)].map(({ segment }) => segment)
    for (const part of parts) for (const term of searchTerms(part).split(' ')) add(term, part)
  }
  // Codes and telephone numbers are terms across separators.
  for (const term of searchTerms(text).split(' ')) if (!forms.has(term)) add(term, term)
  return forms
}
