// Reads a website in a process of its own, so that a failpoint can end it. Arguments: account and document.
import { openExtractor } from '@parley/documents'
import { readConfig } from '#server/config.ts'
import { findDocument } from '#server/features/knowledge/documents/store-documents.ts'
import { readWebsite } from '#server/features/knowledge/ingestion/website/read-website.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { armFailpoint, failpoint } from '#server/platform/failpoints/failpoint.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { createFetcher } from '#server/platform/safe-fetch/index.ts'
import type { FetchRequest } from '#server/ports/fetcher.ts'

const { databaseUrl, allowPrivate, settings, failpoint: ending } = readConfig()
armFailpoint(ending!)
await using database = openDatabase(databaseUrl!, { maxConnections: 2, name: 'reading' })
await using fetcher = createFetcher({ allowPrivate, userAgent: 'test' })
async function fetch(request: FetchRequest) {
  failpoint('fetcher.fetch-before')
  const reply = await fetcher.fetch(request)
  failpoint('fetcher.fetch-after')
  return reply
}
const log = createLog({ level: 'silent', pretty: false })
// Loading the whole server takes seconds.
const context = { db: database.db, log, settings, fetcher: { ...fetcher, fetch } } as unknown as AppContext
const [accountId, documentId] = process.argv.slice(2).map(Number)
const document = (await findDocument(context.db, accountId!, documentId!))!
await using extractor = openExtractor()
const signal = new AbortController().signal
await readWebsite(context, document, { extractor, signal, onProgress: async () => {} })
