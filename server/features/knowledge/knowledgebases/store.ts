// The SQL of knowledgebases.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, allValues, changesOne, firstRow, firstValue, hasRows } from '#server/platform/database/statements.ts'
import type { Knowledgebase } from './knowledgebase.ts'

const columns = sql`
  k.id, k.name, k.description, k.created_at, k.updated_at, coalesce(d.count, 0)::int as documents_count,
  case
    when d.count is null then 'empty'
    when d.processing then 'processing'
    when d.active then 'active'
    else 'failed'
  end as status`

const documents = sql`
  left join lateral (
    select count(*), bool_or(status = 'processing') as processing, bool_or(status = 'active') as active
    from knowledge_documents
    where account_id = k.account_id and knowledgebase_id = k.id
    having count(*) > 0
  ) d on true`

export function selectKnowledgebases(db: Db, accountId: number): Promise<Knowledgebase[]> {
  return allRows<Knowledgebase>(db)`
    select ${columns} from knowledgebases k ${documents} where k.account_id = ${accountId} order by k.id`
}

export function findKnowledgebase(db: Db, accountId: number, id: number): Promise<Knowledgebase | undefined> {
  return firstRow<Knowledgebase>(db)`
    select ${columns} from knowledgebases k ${documents}
    where k.account_id = ${accountId} and k.id = ${id}`
}

/** Returns the `ids` that are knowledgebases of the account. */
export function selectOwnedKnowledgebases(db: Db, accountId: number, ids: readonly number[]): Promise<number[]> {
  return allValues<number>(db)`
    select id from knowledgebases where account_id = ${accountId} and id = any(${ids}::bigint[])`
}

interface Wording {
  name: string
  description: string | null
}

/** Returns undefined if the account has `limit` knowledgebases. */
export function insertKnowledgebase(
  db: Db,
  accountId: number,
  { name, description }: Wording,
  limit: number,
): Promise<number | undefined> {
  return firstValue<number>(db)`
    insert into knowledgebases (account_id, name, description, created_at, updated_at)
    select ${accountId}, ${name}, ${description}, app_now(), app_now()
    where (select count(*) from knowledgebases where account_id = ${accountId}) < ${limit}
    returning id`
}

/** Fields that are undefined stay unchanged. */
export function updateKnowledgebaseRow(
  db: Db,
  accountId: number,
  id: number,
  { name, description }: { name?: string | undefined; description?: string | null | undefined },
): Promise<boolean> {
  return changesOne(db)`
    update knowledgebases set
      name = coalesce(${name ?? null}, name),
      description = case when ${description === undefined} then description else ${description ?? null} end,
      updated_at = app_now()
    where account_id = ${accountId} and id = ${id}`
}

export function deleteKnowledgebaseRow(db: Db, accountId: number, id: number): Promise<boolean> {
  return changesOne(db)`
    delete from knowledgebases where account_id = ${accountId} and id = ${id}`
}

/** Serializes changes of the documents of the knowledgebase until the transaction ends. Returns false if it is gone. */
export function lockKnowledgebase(db: Db, accountId: number, id: number): Promise<boolean> {
  return hasRows(db)`
    select from knowledgebases where account_id = ${accountId} and id = ${id} for no key update`
}

/** Tells searches that documents, or their vectors, have changed. */
export async function touchKnowledgebase(db: Db, accountId: number, id: number): Promise<void> {
  await sql`
    update knowledgebases set revision = revision + 1
    where account_id = ${accountId} and id = ${id}`.execute(db)
}
