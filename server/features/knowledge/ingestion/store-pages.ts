// The SQL of the pages of websites. Its writes have no effect once the document is deleted or another attempt has begun.
import type { Section } from '@parley/documents'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, firstRow, firstValue, oneRow } from '#server/platform/database/statements.ts'
import type { DocumentRef, KnowledgeDocument } from '../documents/document.ts'
import { DocumentGone } from './failures.ts'

export type PageOwner = Pick<KnowledgeDocument, 'accountId' | 'id' | 'attempts'>

const isCurrent = ({ accountId, id, attempts }: PageOwner) => sql`
  account_id = ${accountId} and id = ${id} and attempts = ${attempts} and status = 'processing'`

/** Locked, so that the document is not deleted, and no other attempt begins, before its pages are written. */
const current = (owner: PageOwner) => sql`
  (select account_id, id from knowledge_documents where ${isCurrent(owner)} for share)`

const ofDocument = ({ accountId, id }: Pick<PageOwner, 'accountId' | 'id'>) => sql`
  account_id = ${accountId} and document_id = ${id}`

export interface NewPage {
  url: string
  followsLinks: boolean
  /** Why the page cannot be read, or null. */
  error: string | null
}

/** Does nothing if the document has pages already. */
export async function insertFirstPages(db: Db, owner: PageOwner, pages: readonly NewPage[]): Promise<void> {
  await sql`
    insert into knowledge_pages (account_id, document_id, position, url, follows_links, error, status)
    select d.account_id, d.id, p.position - 1, p.url, p.follows, p.error,
      case when p.error is null then 'waiting' else 'failed' end
    from ${current(owner)} d, unnest(
      ${pages.map(({ url }) => url)}::text[], ${pages.map(({ followsLinks }) => followsLinks)}::boolean[],
      ${pages.map(({ error }) => error)}::text[]
    ) with ordinality p (url, follows, error, position)
    where not exists (select from knowledge_pages where ${ofDocument(owner)})
    on conflict do nothing`.execute(db)
}

/** Adds pages that are new, in order, until `limit` pages follow links. */
export async function insertLinks(db: Db, owner: PageOwner, urls: readonly string[], limit: number): Promise<void> {
  await sql`
    insert into knowledge_pages (account_id, document_id, position, url, follows_links)
    select d.account_id, d.id, k.last + row_number() over (order by l.position), l.url, true
    from ${current(owner)} d, (
      select max(position) as last from knowledge_pages where ${ofDocument(owner)}
    ) k, unnest(${urls}::text[]) with ordinality l (url, position)
    where not exists (select from knowledge_pages where ${ofDocument(owner)} and l.url in (url, requested_url))
    order by l.position limit greatest(${limit} - (
      select count(*) from knowledge_pages where ${ofDocument(owner)} and follows_links
    ), 0)
    on conflict do nothing`.execute(db)
}

export interface PageState {
  /** Pages that are not waiting. */
  finished: number
  /** Pages that follow links: all, those that are waiting, and those with text. */
  following: { known: number; waiting: number; read: number }
  /** Waiting pages that do not follow links. */
  waiting: number
  /** The address of the first page; after redirects once it was read. */
  firstUrl: string | null
}

export function summarizePages(db: Db, owner: PageOwner): Promise<PageState> {
  return oneRow<PageState>(db)`
    select count(*) filter (where status <> 'waiting') as finished,
      json_build_object(
        'known', count(*) filter (where follows_links),
        'waiting', count(*) filter (where follows_links and status = 'waiting'),
        'read', count(*) filter (where follows_links and status = 'done')
      ) as following,
      count(*) filter (where not follows_links and status = 'waiting') as waiting,
      min(url) filter (where position = 0) as first_url
    from knowledge_pages where ${ofDocument(owner)}`
}

/** Deletes waiting pages that follow links, except the first `kept` ones. */
export async function deleteWaitingLinks(db: Db, owner: PageOwner, kept: number): Promise<void> {
  await sql`
    delete from knowledge_pages
    where ${ofDocument(owner)} and exists ${current(owner)} and position in (
      select position from knowledge_pages
      where ${ofDocument(owner)} and follows_links and status = 'waiting' order by position offset ${kept}
    )`.execute(db)
}

export interface BegunPage {
  position: number
  url: string
  followsLinks: boolean
  /** Including this one. */
  attempts: number
}

/** Begins an attempt to read the next page. Returns undefined if no page waits. */
export function beginPage(db: Db, owner: PageOwner): Promise<BegunPage | undefined> {
  return firstRow<BegunPage>(db)`
    update knowledge_pages set attempts = attempts + 1
    where ${ofDocument(owner)} and exists ${current(owner)} and position = (
      select min(position) from knowledge_pages where ${ofDocument(owner)} and status = 'waiting'
    )
    returning position, url, follows_links, attempts`
}

/** Undoes `beginPage` when the process stops. */
export async function releasePage(db: Db, owner: PageOwner, position: number): Promise<void> {
  await sql`
    update knowledge_pages set attempts = attempts - 1
    where ${ofDocument(owner)} and position = ${position} and status = 'waiting' and exists ${current(owner)}`.execute(
    db,
  )
}

export interface ReadPage {
  position: number
  title: string | null
  language: string | null
  sections: Section[]
  contentHash: string
  warning: string | null
}

/** Returns the URL of a page with text that has the same content or one of the addresses. */
export function findDuplicate(
  db: Db,
  owner: PageOwner,
  { position, contentHash, addresses }: { position: number; contentHash: string; addresses: readonly string[] },
): Promise<string | undefined> {
  return firstValue<string>(db)`
    select url from knowledge_pages
    where ${ofDocument(owner)} and position <> ${position} and status = 'done'
      and (content_hash = ${contentHash} or url = any(${addresses}::text[]))
    order by position limit 1`
}

/** Stores the text of a page, under the first of the addresses that is not the one of another page. */
export async function completePage(
  db: Db,
  owner: PageOwner,
  { position, title, language, sections, contentHash, warning }: ReadPage,
  addresses: readonly string[],
): Promise<void> {
  const stored = JSON.stringify(sections.map(({ markdown, page }) => ({ markdown: sanitize(markdown), page })))
  await settlePage(db, owner, position, [
    sql`status = 'done', error = null, title = ${title && sanitize(title)}, language = ${language}`,
    sql`content_hash = ${contentHash}, sections = ${stored}::jsonb, warning = ${warning}`,
    sql`requested_url = url, url = coalesce((
      select a.url from unnest(${addresses}::text[]) with ordinality a (url, position)
      where not exists (
        select from knowledge_pages other
        where other.account_id = ${owner.accountId} and other.document_id = ${owner.id} and other.url = a.url
          and other.position <> ${position}
      )
      order by a.position limit 1
    ), url)`,
  ])
}

export async function failPage(
  db: Db,
  owner: PageOwner,
  { position, error, title = null }: { position: number; error: string; title?: string | null },
): Promise<void> {
  await settlePage(db, owner, position, [
    sql`status = 'failed', error = ${sanitize(error)}, title = ${title && sanitize(title)}`,
  ])
}

/** Throws `DocumentGone`. */
async function settlePage(db: Db, owner: PageOwner, position: number, changes: RawBuilder<unknown>[]): Promise<void> {
  const { numAffectedRows } = await sql`
    update knowledge_pages set ${sql.join(changes)}
    where ${ofDocument(owner)} and position = ${position} and status = 'waiting' and exists ${current(owner)}`.execute(
    db,
  )
  if (numAffectedRows === 0n) throw new DocumentGone()
}

export async function failWaitingPages(db: Db, owner: PageOwner, error: string): Promise<void> {
  await sql`
    update knowledge_pages set status = 'failed', error = ${error}
    where ${ofDocument(owner)} and status = 'waiting' and exists ${current(owner)}`.execute(db)
}

export interface PageSummary {
  url: string
  title: string | null
  status: 'waiting' | 'done' | 'failed'
  error: string | null
  warning: string | null
}

export function selectPages(db: Db, accountId: number, documentId: number): Promise<PageSummary[]> {
  return allRows<PageSummary>(db)`
    select url, title, status, error, warning from knowledge_pages
    where ${ofDocument({ accountId, id: documentId })} order by position`
}

export interface PageText {
  url: string
  title: string | null
  language: string | null
  sections: Section[]
}

/** The pages with text, in order. Reads one page at a time, because the text of one can have 10 MB. */
export async function* selectPageTexts(db: Db, { accountId, documentId }: DocumentRef): AsyncGenerator<PageText> {
  for (let after = -1; ; ) {
    const { rows } = await sql<PageText & { position: number }>`
      select position, url, title, language, sections from knowledge_pages
      where ${ofDocument({ accountId, id: documentId })} and status = 'done' and position > ${after}
      order by position limit 1`.execute(db)
    if (!rows[0]) return
    const { position, ...page } = rows[0]
    yield page
    after = position
  }
}

/** The texts are stored only until the passages are. */
export async function deletePageTexts(db: Db, { accountId, documentId }: DocumentRef): Promise<void> {
  await sql`
    update knowledge_pages set sections = null
    where ${ofDocument({ accountId, id: documentId })} and sections is not null`.execute(db)
}

/** Removes what PostgreSQL cannot store. */
function sanitize(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
