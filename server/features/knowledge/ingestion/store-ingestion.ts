// The SQL of processing a document: attempts, progress, passages, their index, and the outcome.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, changesOne, firstRow, hasRows, oneValue } from '#server/platform/database/statements.ts'
import type { DocumentRef, KnowledgeDocument } from '../documents/document.ts'
import { ingestKeyPrefix } from '../job-specs.ts'
import { unaccented } from '../search/diacritics.ts'
import { DocumentGone } from './failures.ts'

/** One attempt to process a document. Its writes have no effect once another attempt has begun. */
export interface AttemptRef extends DocumentRef {
  attempts: number
}

export interface Attempt extends AttemptRef {
  knowledgebaseId: number
}

const isCurrent = ({ accountId, documentId, attempts }: AttemptRef) => sql`
  account_id = ${accountId} and id = ${documentId} and attempts = ${attempts} and status = 'processing'`

/** Returns undefined if the document does not have to be processed. */
export function beginAttempt(
  db: Db,
  { accountId, documentId }: DocumentRef,
): Promise<{ attempts: number } | undefined> {
  return firstRow<{ attempts: number }>(db)`
    update knowledge_documents set attempts = attempts + 1, passages_count = 0, updated_at = app_now()
    where account_id = ${accountId} and id = ${documentId} and status = 'processing'
    returning attempts`
}

/** Whether the document still exists and no other attempt has begun. */
export function isCurrentAttempt(db: Db, attempt: AttemptRef): Promise<boolean> {
  return hasRows(db)`select from knowledge_documents where ${isCurrent(attempt)}`
}

/** An attempt that ends because the process stops does not count. */
export async function forgetAttempt(db: Db, attempt: Attempt): Promise<void> {
  await sql`update knowledge_documents set attempts = attempts - 1 where ${isCurrent(attempt)}`.execute(db)
}

/** Deletes what earlier attempts stored. */
export async function deletePassages(db: Db, { accountId, documentId }: DocumentRef): Promise<void> {
  const ofDocument = sql`account_id = ${accountId} and document_id = ${documentId}`
  await sql`
    with passages as (delete from knowledge_passages where ${ofDocument}),
      postings as (delete from knowledge_postings where ${ofDocument})
    delete from knowledge_vectors where ${ofDocument}`.execute(db)
}

export interface NewPassage {
  position: number
  text: string
  headings: string[]
  page: number | null
  url: string | null
  language: string | null
}

export interface PassageWords {
  position: number
  /** The normalized words. */
  terms: string
  /** The words without diacritics, if they are different. */
  plain: string | null
  /** The text search configuration of PostgreSQL. */
  configuration: string
}

/** Until the transaction ends, no other attempt begins and deletes what this one has stored. Throws `DocumentGone`. */
export async function lockAttempt(db: Db, attempt: Attempt): Promise<void> {
  const { rows } = await sql`select 1 from knowledge_documents where ${isCurrent(attempt)} for share`.execute(db)
  if (rows.length === 0) throw new DocumentGone()
}

/** No other attempt begins before they are stored. Throws `DocumentGone`. */
export async function insertPassages(db: Db, attempt: Attempt, passages: readonly NewPassage[]): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into knowledge_passages (account_id, document_id, position, text, headings, page, url, language)
    select d.account_id, d.id, p.position, p.text, p.headings, p.page, p.url, p.language
    from knowledge_documents d, json_to_recordset(${JSON.stringify(passages)}::json)
      as p (position int, text text, headings text[], page int, url text, language text)
    where ${isCurrent(attempt)}
    for share of d`.execute(db)
  if (numAffectedRows !== BigInt(passages.length)) throw new DocumentGone()
}

/** The parameters of BM25, and the typical number of words in a passage. */
const saturation = 1.2
const lengthInfluence = 0.75
const typicalLength = 220

/**
 * Stores the words of passages. Words with diacritics are stored without them; they are stemmed with and without, so that
 * queries find them in either form.
 */
export async function insertPostings(db: Db, attempt: Attempt, passages: readonly PassageWords[]): Promise<void> {
  const { accountId, documentId, knowledgebaseId } = attempt
  await sql`
    with input as (
      select * from json_to_recordset(${JSON.stringify(passages)}::json)
        as p (position int, terms text, configuration text, plain text)
    ), stems as (
      select i.position, v.lexeme as word, cardinality(v.positions) as count
      from input i cross join lateral unnest(to_tsvector(i.configuration::regconfig, i.terms)) v
      where i.plain is null
      union all
      select i.position, v.word, max(cardinality(v.positions))
      from input i cross join lateral (
        select ${unaccented(sql`lexeme`)} as word, positions
        from unnest(to_tsvector(i.configuration::regconfig, i.terms))
        union all
        select lexeme, positions from unnest(to_tsvector(i.configuration::regconfig, i.plain))
      ) v
      where i.plain is not null group by 1, 2
    ), weighted as (
      select position, word, (1000 * count * ${saturation + 1}::real / (count + ${saturation}::real * (
        ${1 - lengthInfluence}::real + ${lengthInfluence}::real * sum(count) over (partition by position) / ${typicalLength}
      )))::int as weight
      from stems
    ), postings as (
      insert into knowledge_postings
        (account_id, knowledgebase_id, word, document_id, first_position, passages, postings)
      select ${accountId}, ${knowledgebaseId}, word, ${documentId}, ${passages[0]!.position}, count(*),
        array_agg((position << 12) + weight order by position)
      from weighted group by word
      returning word
    )
    insert into knowledge_words (account_id, knowledgebase_id, word)
    select ${accountId}, ${knowledgebaseId}, word from postings where length(word) between 4 and 40 order by word
    on conflict do nothing`.execute(db)
}

/** Throws `DocumentGone`. */
export async function saveProgress(
  db: Db,
  attempt: Attempt,
  { done, known }: { done: number; known: number },
): Promise<void> {
  const { numAffectedRows } = await sql`
    update knowledge_documents set pages_done = ${done}, pages_known = ${known}, updated_at = app_now()
    where ${isCurrent(attempt)}`.execute(db)
  if (numAffectedRows === 0n) throw new DocumentGone()
}

/** Returns false if the attempt is not current. */
export function activate(
  db: Db,
  attempt: Attempt,
  {
    passagesCount,
    languages,
    pagesWithoutText,
    warnings,
  }: Pick<KnowledgeDocument, 'passagesCount' | 'languages' | 'pagesWithoutText' | 'warnings'>,
): Promise<boolean> {
  return changesOne(db)`
    update knowledge_documents set status = 'active', error = null, passages_count = ${passagesCount},
      languages = ${languages}::text[], pages_without_text = ${pagesWithoutText}::int[],
      warnings = ${warnings}::text[], updated_at = app_now()
    where ${isCurrent(attempt)}`
}

/** Returns false if the attempt is not current. */
export function fail(db: Db, attempt: AttemptRef, error: string): Promise<boolean> {
  return changesOne(db)`
    update knowledge_documents set status = 'failed', error = ${error}, updated_at = app_now()
    where ${isCurrent(attempt)}`
}

/** The number of passages of all active documents of the knowledgebase. */
export function countPassages(db: Db, { accountId, knowledgebaseId }: Attempt): Promise<number> {
  return oneValue<number>(db)`
    select coalesce(sum(passages_count), 0)::int as count from knowledge_documents
    where account_id = ${accountId} and knowledgebase_id = ${knowledgebaseId} and status = 'active'`
}

/** Documents that are still processing although they have no job. */
export function selectStalled(db: Db, limit: number): Promise<(DocumentRef & Pick<KnowledgeDocument, 'type'>)[]> {
  return allRows<DocumentRef & Pick<KnowledgeDocument, 'type'>>(db)`
    select account_id, id as document_id, type from knowledge_documents
    where status = 'processing' and not has_job(${ingestKeyPrefix} || id)
    order by updated_at limit ${limit}`
}
