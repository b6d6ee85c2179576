// The SQL of the vectors of passages.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, changesOne } from '#server/platform/database/statements.ts'
import type { DocumentRef } from './document.ts'

export interface VectorPartRow {
  documentId: number
  attempts: number
  /** The size of its vectors. */
  bytes: number
}

/** The vectors of a part never change: a document that is processed again has another key. */
export const partKeyOf = ({ documentId, attempts }: VectorPartRow): string => `${documentId}:${attempts}`

/** The active documents whose vectors of the model are complete. */
export function selectVectorParts(
  db: Db,
  accountId: number,
  knowledgebaseId: number,
  model: string,
): Promise<VectorPartRow[]> {
  return allRows<VectorPartRow>(db)`
    select id as document_id, attempts, (
      select coalesce(sum(octet_length(vectors)), 0)::bigint from knowledge_vectors
      where account_id = d.account_id and document_id = d.id and model = ${model}
    ) as bytes
    from knowledge_documents d
    where account_id = ${accountId} and knowledgebase_id = ${knowledgebaseId} and status = 'active'
      and embedding_model = ${model}`
}

export interface VectorBatch {
  firstPosition: number
  lastPosition: number
  /** The passages of the vectors. A passage can have several. */
  positions: number[]
  /** One signed byte for each component of each vector. */
  vectors: Int8Array
}

/** Reads one batch at a time, because the vectors of a large document take tens of megabytes. */
export async function* selectVectors(
  db: Db,
  { accountId, documentId }: DocumentRef,
  model: string,
): AsyncGenerator<{ positions: Int32Array; vectors: Int8Array }> {
  for (let after = -1; ; ) {
    const { rows } = await sql<{ firstPosition: number; positions: number[]; vectors: Buffer }>`
      select first_position, positions, vectors from knowledge_vectors
      where account_id = ${accountId} and document_id = ${documentId} and model = ${model}
        and first_position > ${after}
      order by first_position limit 4`.execute(db)
    for (const { positions, vectors } of rows)
      if (positions.length > 0) yield { positions: Int32Array.from(positions), vectors: new Int8Array(vectors) }
    if (rows.length === 0) return
    after = rows.at(-1)!.firstPosition
  }
}

export interface UnembeddedPassage {
  position: number
  text: string
  headings: string[]
  language: string | null
}

/** The next passages without a vector of the model, in order. */
export function selectUnembedded(
  db: Db,
  { accountId, documentId }: DocumentRef,
  { model, limit }: { model: string; limit: number },
): Promise<UnembeddedPassage[]> {
  return allRows<UnembeddedPassage>(db)`
    select position, text, headings, language from knowledge_passages
    where account_id = ${accountId} and document_id = ${documentId} and position > coalesce((
      select last_position from knowledge_vectors
      where account_id = ${accountId} and document_id = ${documentId} and model = ${model}
      order by first_position desc limit 1
    ), -1)
    order by position limit ${limit}`
}

/** Returns false if the document was deleted or is processed again. */
export function insertVectors(
  db: Db,
  { accountId, documentId, attempts }: DocumentRef & { attempts: number },
  model: string,
  { firstPosition, lastPosition, positions, vectors }: VectorBatch,
): Promise<boolean> {
  const bytes = Buffer.from(vectors.buffer, vectors.byteOffset, vectors.byteLength)
  return changesOne(db)`
    insert into knowledge_vectors
      (account_id, document_id, model, first_position, last_position, positions, vectors)
    select account_id, id, ${model}, ${firstPosition}, ${lastPosition}, ${positions}::int[], ${bytes} from knowledge_documents
    where account_id = ${accountId} and id = ${documentId} and attempts = ${attempts}
    for share
    on conflict do nothing`
}

/** Marks the vectors as complete and deletes those of other models. */
export async function completeVectors(
  db: Db,
  { accountId, documentId, attempts }: DocumentRef & { attempts: number },
  model: string,
): Promise<void> {
  await sql`
    with completed as (
      update knowledge_documents set embedding_model = ${model}
      where account_id = ${accountId} and id = ${documentId} and attempts = ${attempts}
      returning account_id, id
    )
    delete from knowledge_vectors v using completed c
    where v.account_id = c.account_id and v.document_id = c.id and v.model <> ${model}`.execute(db)
}

/** Active documents whose vectors belong to another model or are incomplete, of all accounts, oldest first. */
export function selectLackingVectors(db: Db, model: string, limit: number): Promise<DocumentRef[]> {
  return allRows<DocumentRef>(db)`
    select account_id, id as document_id from knowledge_documents
    where status = 'active' and embedding_model is distinct from ${model} order by id limit ${limit}`
}
