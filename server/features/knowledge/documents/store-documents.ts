// The SQL of documents.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { KnowledgeDocument, ShownDocument } from './document.ts'

/** Without the links, which can have 200 kB, and the pages without text. */
const shownColumns = sql`
  account_id, id, knowledgebase_id, name, description, type, status, error, url, relative_links_limit, file_key,
  file_name, file_size, pages_done, pages_known, attempts, passages_count, languages, embedding_model, created_at,
  updated_at`
const columns = sql`${shownColumns}, links, pages_without_text`

export async function selectDocuments(db: Db, accountId: number, knowledgebaseId: number): Promise<ShownDocument[]> {
  const { rows } = await sql<ShownDocument>`
    select ${shownColumns} from knowledge_documents
    where account_id = ${accountId} and knowledgebase_id = ${knowledgebaseId} order by id`.execute(db)
  return rows
}

export async function findDocument(db: Db, accountId: number, id: number): Promise<KnowledgeDocument | undefined> {
  const { rows } = await sql<KnowledgeDocument>`
    select ${columns} from knowledge_documents where account_id = ${accountId} and id = ${id}`.execute(db)
  return rows[0]
}

/** Finds the document that an operation has created. */
export async function findCreatedDocument(
  db: Db,
  accountId: number,
  operationKey: string,
): Promise<KnowledgeDocument | undefined> {
  const { rows } = await sql<KnowledgeDocument>`
    select ${columns} from knowledge_documents
    where account_id = ${accountId} and operation_key = ${operationKey}`.execute(db)
  return rows[0]
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
export async function insertDocument(
  db: Db,
  accountId: number,
  document: NewDocument,
  limit: number,
): Promise<KnowledgeDocument | undefined> {
  const { knowledgebaseId, name, description, type, url, links, relativeLinksLimit, fileKey } = document
  const { rows } = await sql<KnowledgeDocument>`
    insert into knowledge_documents (account_id, knowledgebase_id, name, description, type, url, links,
      relative_links_limit, file_key, file_name, file_size, operation_key, created_at, updated_at)
    select ${accountId}, ${knowledgebaseId}, ${name}, ${description}, ${type}, ${url}, ${links}::text[],
      ${relativeLinksLimit}, ${fileKey}, ${document.fileName}, ${document.fileSize}, ${document.operationKey},
      app_now(), app_now()
    where (
      select count(*) from knowledge_documents
      where account_id = ${accountId} and knowledgebase_id = ${knowledgebaseId}
    ) < ${limit}
    returning ${columns}`.execute(db)
  return rows[0]
}

/** In bytes, of all documents of the account. */
export async function sumFileSizes(db: Db, accountId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(file_size), 0)::bigint as bytes from knowledge_documents
    where account_id = ${accountId}`.execute(db)
  return rows[0]!.bytes
}

/** Fields that are undefined stay unchanged. */
export async function updateDocumentRow(
  db: Db,
  { accountId, id }: Pick<KnowledgeDocument, 'accountId' | 'id'>,
  { name, description }: { name?: string | undefined; description?: string | null | undefined },
): Promise<KnowledgeDocument | undefined> {
  const { rows } = await sql<KnowledgeDocument>`
    update knowledge_documents set
      name = coalesce(${name ?? null}, name),
      description = case when ${description === undefined} then description else ${description ?? null} end,
      updated_at = app_now()
    where account_id = ${accountId} and id = ${id}
    returning ${columns}`.execute(db)
  return rows[0]
}

/** Returns false if it does not exist. */
export async function deleteDocumentRow(
  db: Db,
  { accountId, id }: Pick<KnowledgeDocument, 'accountId' | 'id'>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from knowledge_documents where account_id = ${accountId} and id = ${id}`.execute(db)
  return numAffectedRows === 1n
}

/** The keys of all files of the knowledgebase. */
export async function selectFileKeys(db: Db, accountId: number, knowledgebaseId: number): Promise<string[]> {
  const { rows } = await sql<{ fileKey: string }>`
    select file_key from knowledge_documents
    where account_id = ${accountId} and knowledgebase_id = ${knowledgebaseId} and file_key is not null`.execute(db)
  return rows.map(({ fileKey }) => fileKey)
}
