// The SQL of documents.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, allValues, changesOne, firstRow, oneValue } from '#server/platform/database/statements.ts'
import type { KnowledgeDocument, ShownDocument } from './document.ts'

/** Without the links, which can have 200 kB, and the pages without text. */
const shownColumns = sql`
  account_id, id, knowledgebase_id, name, description, type, status, error, url, relative_links_limit, file_key,
  file_name, file_size, pages_done, pages_known, warnings, attempts, passages_count, languages, embedding_model, created_at,
  updated_at`
const columns = sql`${shownColumns}, links, pages_without_text`

export function selectDocuments(db: Db, accountId: number, knowledgebaseId: number): Promise<ShownDocument[]> {
  return allRows<ShownDocument>(db)`
    select ${shownColumns} from knowledge_documents
    where account_id = ${accountId} and knowledgebase_id = ${knowledgebaseId} order by id`
}

export function findDocument(db: Db, accountId: number, id: number): Promise<KnowledgeDocument | undefined> {
  return firstRow<KnowledgeDocument>(db)`
    select ${columns} from knowledge_documents where account_id = ${accountId} and id = ${id}`
}

/** Finds the document that an operation has created. */
export function findCreatedDocument(
  db: Db,
  accountId: number,
  operationKey: string,
): Promise<KnowledgeDocument | undefined> {
  return firstRow<KnowledgeDocument>(db)`
    select ${columns} from knowledge_documents
    where account_id = ${accountId} and operation_key = ${operationKey}`
}

export type NewDocument = Pick<
  KnowledgeDocument,
  | 'knowledgebaseId'
  | 'name'
  | 'description'
  | 'type'
  | 'url'
  | 'links'
  | 'relativeLinksLimit'
  | 'fileKey'
  | 'fileName'
  | 'fileSize'
> & {
  /** Two documents of the account cannot have the same one. */
  operationKey: string | null
}

/** Returns undefined if the knowledgebase has `limit` documents. The knowledgebase is locked. */
export function insertDocument(
  db: Db,
  accountId: number,
  document: NewDocument,
  limit: number,
): Promise<KnowledgeDocument | undefined> {
  const { knowledgebaseId, name, description, type, url, links, relativeLinksLimit, fileKey } = document
  return firstRow<KnowledgeDocument>(db)`
    insert into knowledge_documents (account_id, knowledgebase_id, name, description, type, url, links,
      relative_links_limit, file_key, file_name, file_size, operation_key, created_at, updated_at)
    select ${accountId}, ${knowledgebaseId}, ${name}, ${description}, ${type}, ${url}, ${links}::text[],
      ${relativeLinksLimit}, ${fileKey}, ${document.fileName}, ${document.fileSize}, ${document.operationKey},
      app_now(), app_now()
    where (
      select count(*) from knowledge_documents
      where account_id = ${accountId} and knowledgebase_id = ${knowledgebaseId}
    ) < ${limit}
    returning ${columns}`
}

/** In bytes, of all documents of the account. */
export function sumFileSizes(db: Db, accountId: number): Promise<number> {
  return oneValue<number>(db)`
    select coalesce(sum(file_size), 0)::bigint as bytes from knowledge_documents
    where account_id = ${accountId}`
}

/** Fields that are undefined stay unchanged. */
export function updateDocumentRow(
  db: Db,
  { accountId, id }: Pick<KnowledgeDocument, 'accountId' | 'id'>,
  { name, description }: { name?: string | undefined; description?: string | null | undefined },
): Promise<KnowledgeDocument | undefined> {
  return firstRow<KnowledgeDocument>(db)`
    update knowledge_documents set
      name = coalesce(${name ?? null}, name),
      description = case when ${description === undefined} then description else ${description ?? null} end,
      updated_at = app_now()
    where account_id = ${accountId} and id = ${id}
    returning ${columns}`
}

/** Returns false if it does not exist. */
export function deleteDocumentRow(
  db: Db,
  { accountId, id }: Pick<KnowledgeDocument, 'accountId' | 'id'>,
): Promise<boolean> {
  return changesOne(db)`
    delete from knowledge_documents where account_id = ${accountId} and id = ${id}`
}

/** The keys of all files of the knowledgebase. */
export function selectFileKeys(db: Db, accountId: number, knowledgebaseId: number): Promise<string[]> {
  return allValues<string>(db)`
    select file_key from knowledge_documents
    where account_id = ${accountId} and knowledgebase_id = ${knowledgebaseId} and file_key is not null`
}
