// Extracts the passages of a website: reads its pages first, then splits all of them together.
import type { Extractor } from '@parley/documents'
import type { AppContext } from '#server/platform/context/context.ts'
import type { KnowledgeDocument } from '../documents/document.ts'
import { IngestionFailure } from './failures.ts'
import type { PassageWriter } from './passage-writer.ts'
import { type Attempt, saveProgress } from './store-ingestion.ts'
import { selectPages, selectPageTexts } from './store-pages.ts'
import { readWebsite } from './website/read-website.ts'

const maxWarnings = 20

interface WebsiteExtraction {
  extractor: Extractor
  signal: AbortSignal
  write: PassageWriter['write']
}

/** Returns warnings. Throws `IngestionFailure` if no page has text. */
export async function extractWebsite(
  context: AppContext,
  attempt: Attempt & { document: KnowledgeDocument },
  { extractor, signal, write }: WebsiteExtraction,
): Promise<string[]> {
  const { db } = context
  const onProgress = (done: number, known: number) => saveProgress(db, attempt, { done, known })
  await readWebsite(context, attempt.document, { extractor, signal, onProgress })
  let hasText = false
  for await (const passages of extractor.splitPages(selectPageTexts(db, attempt), { signal })) {
    hasText ||= passages.length > 0
    await write(passages)
  }
  if (!hasText) throw new IngestionFailure(await reasonOf(context, attempt))
  const pages = await selectPages(db, attempt.accountId, attempt.documentId)
  const warned = pages.filter(({ warning }) => warning !== null)
  return warned.slice(0, maxWarnings).map(({ url, warning }) => `${url}: ${warning}`)
}

/** The reason of the only page, or of the first of several. */
async function reasonOf({ db }: AppContext, { accountId, documentId }: Attempt): Promise<string> {
  const pages = await selectPages(db, accountId, documentId)
  const first = pages.find(({ error }) => error !== null)
  if (!first) return 'The website contains no text.'
  return pages.length === 1 ? first.error! : `None of the pages has text. ${first.url}: ${first.error}`
}
