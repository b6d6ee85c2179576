// The SQL of searches.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, firstRow } from '#server/platform/database/statements.ts'
import { unaccented } from './diacritics.ts'
import type { Place, RankedPlace } from './fuse.ts'
import type { FoundPassage } from './search-result.ts'

export interface SearchedKnowledgebase {
  accountId: number
  id: number
}

export interface Overview {
  revision: number
  passagesCount: number
  /** The languages of all active documents, ISO 639-1. */
  languages: string[]
  /** Some active document has no vectors of the model yet. */
  lacksVectors: boolean
}

/** Returns undefined if the knowledgebase does not exist. */
export function findOverview(
  db: Db,
  { accountId, id }: SearchedKnowledgebase,
  embeddingModel: string | undefined,
): Promise<Overview | undefined> {
  return firstRow<Overview>(db)`
    select k.revision, d.* from knowledgebases k cross join lateral (
      select coalesce(sum(passages_count), 0)::int as passages_count,
        coalesce(bool_or(embedding_model is distinct from ${embeddingModel ?? null}), false) as lacks_vectors,
        coalesce((
          select array_agg(distinct language) from knowledge_documents l, unnest(l.languages) language
          where l.account_id = k.account_id and l.knowledgebase_id = k.id and l.status = 'active'
        ), '{}') as languages
      from knowledge_documents
      where account_id = k.account_id and knowledgebase_id = k.id and status = 'active'
    ) d
    where k.account_id = ${accountId} and k.id = ${id}`
}

/** One form of a word of the query: its stem in one language. */
export interface WordForm {
  /** The index of the word in the query. */
  term: number
  configuration: string
  word: string
  /** The number of passages that contain it. */
  passages: number
}

/** A stop word of a language has no form in it. */
export function selectWordForms(
  db: Db,
  { accountId, id }: SearchedKnowledgebase,
  { terms, configurations }: { terms: readonly string[]; configurations: readonly string[] },
): Promise<WordForm[]> {
  return allRows<WordForm>(db)`
    with forms as (
      select distinct t.term, c.configuration, ${unaccented(sql`v.lexeme`)} as word
      from unnest(${terms}::text[]) with ordinality t (text, term)
      cross join unnest(${configurations}::text[]) c (configuration)
      cross join lateral (
        select lexeme from unnest(to_tsvector(c.configuration::regconfig, t.text))
        union select lexeme from unnest(to_tsvector(c.configuration::regconfig, ${unaccented(sql`t.text`)}))
      ) v
    )
    select f.term::int - 1 as term, f.configuration, f.word, ${countPassages(accountId, id, sql`f.word`)} as passages
    from forms f`
}

export interface SimilarWord {
  term: string
  word: string
  similarity: number
  /** The number of passages that contain it. */
  passages: number
}

/** Words of the knowledgebase that resemble each term, the most similar first. */
export function selectSimilarWords(
  db: Db,
  { accountId, id }: SearchedKnowledgebase,
  terms: readonly string[],
  perTerm: number,
): Promise<SimilarWord[]> {
  return allRows<SimilarWord>(db)`
    select t.term, s.word, s.similarity, ${countPassages(accountId, id, sql`s.word`)} as passages
    from unnest(${terms}::text[]) t (term) cross join lateral (
      select word, similarity(word, t.term) as similarity from knowledge_words
      -- The sum keeps PostgreSQL from reading all words of the knowledgebase by the primary key instead of the similar ones.
      where account_id + 0 = ${accountId} and knowledgebase_id = ${id} and word % t.term
      order by 2 desc, word limit ${perTerm}
    ) s`
}

const countPassages = (accountId: number, knowledgebaseId: number, word: RawBuilder<string>) => sql`coalesce((
    select sum(p.passages) from knowledge_postings p
    where p.account_id = ${accountId} and p.knowledgebase_id = ${knowledgebaseId} and p.word = ${word}
  ), 0)::int`

export interface SearchedWord {
  word: string
  weight: number
}

export interface WordMatch extends RankedPlace {
  /** Those of the path, and those inside the passage with their number signs. */
  headings: string[]
  /** The passage continues the section of the one before. */
  continues: boolean
}

/** The words of documents without passages in the language of the query count less: they can have another meaning. */
const otherLanguageWeight = 0.5

/** Ranks the passages of active documents by the weights of the words that they contain. */
export function selectMatches(
  db: Db,
  { accountId, id }: SearchedKnowledgebase,
  words: readonly SearchedWord[],
  { language, limit }: { language: string | undefined; limit: number },
): Promise<WordMatch[]> {
  return allRows<WordMatch>(db)`
    with matches as materialized (
      select p.document_id, u.posting >> 12 as position, sum((u.posting & 4095) * w.weight * case
          when coalesce(${language ?? null}::text = any(d.languages), true) then 1 else ${otherLanguageWeight}::real
        end) as score
      from unnest(${words.map(({ word }) => word)}::text[], ${words.map(({ weight }) => weight)}::real[]) w (word, weight)
      -- The offset makes PostgreSQL look each word up in the index, even while it has no statistics of new documents.
      cross join lateral (
        select document_id, postings from knowledge_postings
        where account_id = ${accountId} and knowledgebase_id = ${id} and word = w.word offset 0
      ) p
      join knowledge_documents d
        on d.account_id = ${accountId} and d.id = p.document_id and d.status = 'active'
      cross join lateral unnest(p.postings) u (posting)
      group by 1, 2 order by 3 desc, 1, 2 limit ${limit}
    )
    select m.document_id, m.position, m.score, p.headings || array(
        select line from string_to_table(p.text, E'\\n') line where line like '#%'
      ) as headings, p.text not like '#%' and p.headings = before.headings is true as continues
    from matches m
    cross join lateral (
      select text, headings from knowledge_passages
      where account_id = ${accountId} and document_id = m.document_id and position = m.position offset 0
    ) p
    left join lateral (
      select headings from knowledge_passages
      where account_id = ${accountId} and document_id = m.document_id and position = m.position - 1 offset 0
    ) before on true
    order by m.score desc, 1, 2`
}

/** Places that no longer exist are missing in the result. */
export function selectPassages(
  db: Db,
  { accountId, id }: SearchedKnowledgebase,
  places: readonly Place[],
): Promise<Omit<FoundPassage, 'score'>[]> {
  return allRows<Omit<FoundPassage, 'score'>>(db)`
    select p.text, p.headings, p.page, p.url, p.language, p.position,
      json_build_object('id', d.id, 'name', d.name, 'type', d.type) as document
    from unnest(${places.map(({ documentId }) => documentId)}::bigint[],
      ${places.map(({ position }) => position)}::int[]) with ordinality w (document_id, position, rank)
    join knowledge_documents d on d.account_id = ${accountId} and d.id = w.document_id
      and d.knowledgebase_id = ${id} and d.status = 'active'
    join knowledge_passages p
      on p.account_id = d.account_id and p.document_id = d.id and p.position = w.position
    order by w.rank`
}

/** Returns which of the terms have one of the words as a stem, as the index stores it. `plain` is without diacritics. */
export function selectStems(
  db: Db,
  terms: readonly { configuration: string; term: string; plain: string }[],
  words: readonly string[],
): Promise<{ configuration: string; term: string; word: string }[]> {
  return allRows<{ configuration: string; term: string; word: string }>(db)`
    select distinct t.configuration, t.term, v.word
    from json_to_recordset(${JSON.stringify(terms)}::json) as t (configuration text, term text, plain text)
    cross join lateral (
      select ${unaccented(sql`lexeme`)} as word from unnest(to_tsvector(t.configuration::regconfig, t.term))
      union select lexeme from unnest(to_tsvector(t.configuration::regconfig, t.plain))
    ) v
    where v.word = any(${words}::text[])`
}
