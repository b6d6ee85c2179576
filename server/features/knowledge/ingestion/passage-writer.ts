// Writes the passages of a document in batches, with their index.
import type { Passage } from '@parley/documents'
import type { AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { maxPassages } from '../documents/document.ts'
import { configurationOf } from '../search/languages.ts'
import { IngestionFailure } from './ingestion-failure.ts'
import { type Attempt, insertPassages, insertPostings, type NewPassage } from './store-ingestion.ts'

/** More passages per index entry make the index smaller, but take more memory. */
const batchSize = 1_000

export interface PassageWriter {
  /** Throws `DocumentGone`, or `IngestionFailure` if the knowledgebase would have too many passages. */
  write(passages: readonly (Passage & { url?: string })[]): Promise<void>
  /** Writes what is left. */
  finish(): Promise<{ passagesCount: number; languages: string[] }>
}

export function createPassageWriter(context: AppContext, attempt: Attempt, passagesLeft: number): PassageWriter {
  const languages = new Set<string>()
  let batch: NewPassage[] = []
  let count = 0

  async function flush(): Promise<void> {
    if (batch.length === 0) return
    const full = batch
    batch = []
    await transaction(context, async ({ db }) => {
      await insertPassages(db, attempt, full)
      await insertPostings(db, attempt, full)
    })
  }

  return {
    async write(passages) {
      for (const { url = null, language, ...passage } of passages) {
        if (count >= passagesLeft) throw new IngestionFailure(tooManyPassages)
        if (language !== null) languages.add(language)
        batch.push({ ...passage, url, language, position: count++, configuration: configurationOf(language) })
        if (batch.length >= batchSize) await flush()
      }
    },
    async finish() {
      await flush()
      return { passagesCount: count, languages: [...languages].sort() }
    },
  }
}

const tooManyPassages = `The text of a knowledgebase is limited to ${maxPassages.toLocaleString('en')} passages. Delete other documents, or use another knowledgebase.`
