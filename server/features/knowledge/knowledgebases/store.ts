// The SQL of knowledgebases.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
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

export async function selectKnowledgebases(db: Db, accountId: number): Promise<Knowledgebase[]> {
  const { rows } = await sql<Knowledgebase>`
    select ${columns} from knowledgebases k ${documents} where k.account_id = ${accountId} order by k.id`.execute(db)
  return rows
}

export async function findKnowledgebase(db: Db, accountId: number, id: number): Promise<Knowledgebase | undefined> {
  const { rows } = await sql<Knowledgebase>`
    select ${columns} from knowledgebases k ${documents}
    where k.account_id = ${accountId} and k.id = ${id}`.execute(db)
  return rows[0]
}

/** Returns the `ids` that are knowledgebases of the account. */
export async function selectOwnedKnowledgebases(db: Db, accountId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from knowledgebases where account_id = ${accountId} and id = any(${ids}::bigint[])`.execute(db)
  return rows.map(({ id }) => id)
}

interface Wording {
  name: string
  description: string | null
}

/** Returns undefined if the account has `limit` knowledgebases. */
export async function insertKnowledgebase(
  db: Db,
  accountId: number,
  { name, description }: Wording,
  limit: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into knowledgebases (account_id, name, description, created_at, updated_at)
    select ${accountId}, ${name}, ${description}, app_now(), app_now()
    where (select count(*) from knowledgebases where account_id = ${accountId}) < ${limit}
    returning id`.execute(db)
  return rows[0]?.id
}

/** Fields that are undefined stay unchanged. */
export async function updateKnowledgebaseRow(
  db: Db,
  accountId: number,
  id: number,
  { name, description }: { name?: string | undefined; description?: string | null | undefined },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update knowledgebases set
      name = coalesce(${name ?? null}, name),
      description = case when ${description === undefined} then description else ${description ?? null} end,
      updated_at = app_now()
    where account_id = ${accountId} and id = ${id}`.execute(db)
  return numAffectedRows === 1n
}

export async function deleteKnowledgebaseRow(db: Db, accountId: number, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from knowledgebases where account_id = ${accountId} and id = ${id}`.execute(db)
  return numAffectedRows === 1n
}

/** Serializes changes of the documents of the knowledgebase until the transaction ends. Returns false if it is gone. */
export async function lockKnowledgebase(db: Db, accountId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from knowledgebases where account_id = ${accountId} and id = ${id} for no key update`.execute(db)
  return rows.length > 0
}

/** Tells searches that documents, or their vectors, have changed. */
export async function touchKnowledgebase(db: Db, accountId: number, id: number): Promise<void> {
  await sql`
    update knowledgebases set revision = revision + 1
    where account_id = ${accountId} and id = ${id}`.execute(db)
}
