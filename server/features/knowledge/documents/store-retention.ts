// The SQL that finds documents that were last changed long ago.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { AgedRecords, RetainedRest } from '#server/platform/personal-data.ts'
import type { KnowledgeDocument } from './document.ts'

/** Not those that are being processed. */
export async function selectOldDocuments(
  db: Db,
  { accountId, before, limit }: AgedRecords & { limit: number },
): Promise<Pick<KnowledgeDocument, 'accountId' | 'id' | 'knowledgebaseId' | 'fileKey'>[]> {
  const { rows } = await sql<Pick<KnowledgeDocument, 'accountId' | 'id' | 'knowledgebaseId' | 'fileKey'>>`
    select account_id, id, knowledgebase_id, file_key from knowledge_documents
    where account_id = ${accountId} and updated_at < ${before} and status <> 'processing' limit ${limit}`.execute(db)
  return rows
}

export async function inspectDocuments(db: Db, { accountId, before }: AgedRecords): Promise<RetainedRest> {
  const { rows } = await sql<RetainedRest>`
    select count(*) filter (where updated_at < ${before} and status <> 'processing')::int as remaining,
      min(updated_at) as oldest_at
    from knowledge_documents where account_id = ${accountId}`.execute(db)
  return rows[0]!
}
