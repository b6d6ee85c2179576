// Writes the passages of a document in batches, with their index.
import type { Passage } from '@parley/documents'
import type { AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { maxPassages } from '../documents/document.ts'
import { withoutDiacritics } from '../search/diacritics.ts'
import { configurationOf } from '../search/languages.ts'
import { IngestionFailure } from './failures.ts'
import { type Attempt, insertPassages, insertPostings, lockAttempt, type PassageWords } from './store-ingestion.ts'

/** More passages per index entry make the index smaller, but take more memory. */
const indexedPassages = 1_000

export interface PassageWriter {
  /** Throws `DocumentGone`, or `IngestionFailure` if the knowledgebase would have too many passages. */
  write(passages: readonly (Passage & { url?: string })[]): Promise<void>
  /** Writes what is left. */
  finish(): Promise<{ passagesCount: number; languages: string[] }>
}

export function createPassageWriter(context: AppContext, attempt: Attempt, passagesLeft: number): PassageWriter {
  const languages = new Set<string>()
  let words: PassageWords[] = []
  let count = 0

  async function flush(): Promise<void> {
    if (words.length === 0) return
    const full = words
    words = []
    await transaction(context, async ({ db }) => {
      await lockAttempt(db, attempt)
      await insertPostings(db, attempt, full)
    })
  }

  return {
    async write(passages) {
      if (passages.length === 0) return
      if (count + passages.length > passagesLeft) throw new IngestionFailure(tooManyPassages)
      const first = count
      count += passages.length
      const stored = passages.map(({ terms, ...passage }, index) => ({
        url: null,
        ...passage,
        position: first + index,
      }))
      await insertPassages(context.db, attempt, stored)
      for (const [index, { terms, language }] of passages.entries()) {
        if (language !== null) languages.add(language)
        const plain = withoutDiacritics(terms)
        words.push({
          position: first + index,
          terms,
          configuration: configurationOf(language),
          plain: plain === terms ? null : plain,
        })
      }
      if (words.length >= indexedPassages) await flush()
    },
    async finish() {
      await flush()
      return { passagesCount: count, languages: [...languages].sort() }
    },
  }
}

const tooManyPassages = `The text of a knowledgebase is limited to ${maxPassages.toLocaleString('en')} passages. Delete other documents, or use another knowledgebase.`
