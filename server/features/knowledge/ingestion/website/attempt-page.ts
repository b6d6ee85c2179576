// Reads one page of a website, and stores its text or why it has none.
import { DocumentError, type Extractor } from '@parley/documents'
import type { AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { KnowledgeDocument } from '../../documents/document.ts'
import { type BegunPage, completePage, failPage, findDuplicate, insertLinks, releasePage } from '../store-pages.ts'
import type { PageSources } from './fetch-page.ts'
import { loadPage } from './load-page.ts'
import { duplicateFailure, hiddenWarning, PageFailure, pageFailures } from './page-failure.ts'
import { canonicalUrlOf, isWorthFollowing, normalizeUrl, siteOf } from './page-url.ts'

export interface Reading {
  context: AppContext
  document: KnowledgeDocument
  extractor: Extractor
  sources: PageSources
  /** The number of pages that follow links, the first one included. */
  maxFollowed: number
  /** Aborts when the process stops, and at the time limit. */
  signal: AbortSignal
  /** Aborts when the process stops. */
  stopping: AbortSignal
}

/** A page that was begun more often has ended the process each time. */
const maxAttempts = 3

/** Throws `DocumentGone`, and the reason of `stopping`. */
export async function attemptPage(reading: Reading, page: BegunPage, sites: ReadonlySet<string>): Promise<void> {
  const { context, document, stopping } = reading
  const { position } = page
  const fail = (error: string) => failPage(context.db, document, { position, error })
  if (page.attempts > maxAttempts) return fail(pageFailures.unprocessable)
  const read = await readPage(reading, page, sites).catch(async (error: unknown) => {
    if (stopping.aborted) {
      await releasePage(context.db, document, position)
      throw stopping.reason
    }
    if (error instanceof PageFailure || (error instanceof DocumentError && error.isFinal)) return error.message
    context.log.error({ error, documentId: document.id, url: page.url }, 'a page of a website could not be processed')
    return pageFailures.unprocessable
  })
  await (typeof read === 'string' ? fail(read) : store(reading, page, read))
}

type ReadPage = Awaited<ReturnType<typeof readPage>>

async function readPage({ extractor, sources, signal }: Reading, page: BegunPage, sites: ReadonlySet<string>) {
  // The account has chosen the first pages itself, so they may be on another website now.
  const isChosen = page.position === 0 || !page.followsLinks
  const loaded = await loadPage({ extractor, sources, signal }, page.url, isChosen ? undefined : sites)
  const url = normalizeUrl(loaded.url) ?? page.url
  const inSites = new Set([...sites, siteOf(url)])
  const follows = page.followsLinks && loaded.problem !== 'error_page'
  const links = (follows ? loaded.links : [])
    .map((link) => normalizeUrl(link))
    .filter((link) => link !== undefined && inSites.has(siteOf(link)) && isWorthFollowing(link))
  return { ...loaded, url, links: [...new Set(links as string[])] }
}

/** The page and its links are stored together, so that no link is lost if the process dies. */
async function store({ context, document, maxFollowed }: Reading, page: BegunPage, read: ReadPage): Promise<void> {
  const { position } = page
  const { title, problem, contentHash, links } = read
  const warning = read.hidesMost ? hiddenWarning : null
  const canonicalUrl = canonicalUrlOf(read.url, read.canonicalUrl)
  const addresses = [...new Set(canonicalUrl === undefined ? [read.url] : [canonicalUrl, read.url])]
  await transaction(context, async ({ db }) => {
    const duplicate =
      problem === null ? await findDuplicate(db, document, { position, contentHash, addresses }) : undefined
    if (problem !== null) await failPage(db, document, { position, title, error: pageFailures[problem] })
    else if (duplicate === undefined) await completePage(db, document, { ...read, position, warning }, addresses)
    else await failPage(db, document, { position, title, error: duplicateFailure(duplicate) })
    if (duplicate === undefined) await insertLinks(db, document, links, maxFollowed)
  })
}
