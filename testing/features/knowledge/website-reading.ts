// Reads websites in tests: a database, an account with a knowledgebase, and a fetcher that may reach the websites.
import { after, before } from 'node:test'
import { type Extractor, openExtractor } from '@parley/documents'
import type { KnowledgeDocument } from '#server/features/knowledge/documents/document.ts'
import { insertDocument } from '#server/features/knowledge/documents/store-documents.ts'
import { selectPages, selectPageTexts } from '#server/features/knowledge/ingestion/store-pages.ts'
import { readWebsite, type WebsiteOptions } from '#server/features/knowledge/ingestion/website/read-website.ts'
import { insertKnowledgebase } from '#server/features/knowledge/knowledgebases/store.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { createFetcher, type FetcherOptions } from '#server/platform/safe-fetch/index.ts'
import { startTestApp, type TestApp } from '../../app/test-app.ts'
import type { Website } from '../../emulators/website.ts'

export interface Source {
  url?: string
  links?: string[]
  limit?: number
}

export interface ReadingOptions extends Partial<Omit<WebsiteOptions, 'extractor'>> {
  websites?: Website[]
  fetcher?: Partial<FetcherOptions>
}

/** Starts an app and an extractor before the tests of the file, and closes them after them. */
export function useReading() {
  let parley: TestApp
  let extractor: Extractor
  before(async () => {
    parley = await startTestApp()
    extractor = openExtractor()
  })
  after(async () => {
    await extractor[Symbol.asyncDispose]()
    await parley[Symbol.asyncDispose]()
  })

  async function createDocument({ url, links = [], limit = 50 }: Source): Promise<KnowledgeDocument> {
    const { account } = await parley.createAccount()
    const { db } = parley.app.context
    const knowledgebaseId = (await insertKnowledgebase(db, account.id, { name: 'Website', description: null }, 10))!
    const none = { description: null, fileKey: null, fileName: null, fileSize: null, operationKey: null }
    const fields = { ...none, knowledgebaseId, name: 'Website', type: 'website' as const }
    const source = { url: url ?? null, links, relativeLinksLimit: limit }
    return (await insertDocument(db, account.id, { ...fields, ...source }, 10))!
  }

  /** Reads the document, and returns what is stored. */
  async function readDocument(document: KnowledgeDocument, options: ReadingOptions = {}) {
    const { websites = [], signal = new AbortController().signal, onProgress = async () => {} } = options
    const allowPrivate = websites.map(({ port }) => `127.0.0.1:${port}`)
    await using fetcher = createFetcher({ allowPrivate, userAgent: 'test', ...options.fetcher })
    const context: AppContext = { ...parley.app.context, fetcher }
    await readWebsite(context, document, { extractor, signal, onProgress, maxReadingMs: options.maxReadingMs })
    return stored(document)
  }

  async function stored({ accountId, id }: KnowledgeDocument) {
    const { db } = parley.app.context
    const pages = await selectPages(db, accountId, id)
    return {
      pages,
      texts: await Array.fromAsync(selectPageTexts(db, { accountId, documentId: id })),
      /** The error of each page by its path, null for pages with text. */
      errors: Object.fromEntries(pages.map(({ url, error }) => [url.replace(/^\w+:\/\/[^/]+/, ''), error])),
    }
  }

  return {
    parley: () => parley,
    createDocument,
    readDocument,
    stored,
    read: async (source: Source, options: ReadingOptions) => readDocument(await createDocument(source), options),
  }
}
