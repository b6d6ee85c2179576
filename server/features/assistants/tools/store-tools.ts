// The SQL of tools.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { Assistant, HttpTool } from '../assistant/assistant.ts'

export interface StoredTool extends HttpTool {
  createdAt: Timestamp
  updatedAt: Timestamp
}

export type NewTool = Omit<HttpTool, 'id' | 'accountId'>

const columns = sql`
  t.account_id, t.id, t.name, t.description, t.url, t.method, t.headers, t.sealed_headers, t.parameters,
  t.speak_during, t.timeout_seconds, t.created_at, t.updated_at`

export async function selectTools(db: Db, accountId: number): Promise<StoredTool[]> {
  const { rows } = await sql<StoredTool>`
    select ${columns} from tools t where t.account_id = ${accountId} order by t.id`.execute(db)
  return rows
}

export async function findTool(db: Db, accountId: number, id: number): Promise<StoredTool | undefined> {
  const { rows } = await sql<StoredTool>`
    select ${columns} from tools t where t.account_id = ${accountId} and t.id = ${id}`.execute(db)
  return rows[0]
}

/** Locks the tool against changes until the transaction ends. */
export async function lockTool(db: Db, accountId: number, id: number): Promise<StoredTool | undefined> {
  const { rows } = await sql<StoredTool>`
    select ${columns} from tools t where t.account_id = ${accountId} and t.id = ${id} for no key update`.execute(db)
  return rows[0]
}

/** Returns the HTTP tools of an assistant. */
export async function selectHttpToolsOf(
  db: Db,
  { accountId, id }: Pick<Assistant, 'accountId' | 'id'>,
): Promise<HttpTool[]> {
  const { rows } = await sql<StoredTool>`
    select ${columns} from tools t join assistant_tools a on a.account_id = t.account_id and a.tool_id = t.id
    where a.account_id = ${accountId} and a.assistant_id = ${id} order by t.id`.execute(db)
  return rows
}

/** Returns the `ids` that are tools of the account. */
export async function selectOwnedTools(db: Db, accountId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from tools where account_id = ${accountId} and id = any(${ids}::bigint[])`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns undefined if the account has a tool of that name. */
export async function insertTool(db: Db, accountId: number, tool: NewTool): Promise<StoredTool | undefined> {
  const { rows } = await sql<StoredTool>`
    insert into tools as t (
      account_id, name, description, url, method, headers, sealed_headers, parameters, speak_during,
      timeout_seconds, created_at, updated_at)
    values (
      ${accountId}, ${tool.name}, ${tool.description}, ${tool.url}, ${tool.method}, ${JSON.stringify(tool.headers)},
      ${tool.sealedHeaders}, ${JSON.stringify(tool.parameters)}, ${tool.speakDuring}, ${tool.timeoutSeconds},
      app_now(), app_now())
    on conflict do nothing
    returning ${columns}`.execute(db)
  return rows[0]
}

/** Throws a unique violation if another tool of the account has that name. */
export async function updateToolRow(db: Db, accountId: number, tool: Omit<HttpTool, 'accountId'>) {
  const { rows } = await sql<StoredTool>`
    update tools t set
      name = ${tool.name}, description = ${tool.description}, url = ${tool.url}, method = ${tool.method},
      headers = ${JSON.stringify(tool.headers)}, sealed_headers = ${tool.sealedHeaders},
      parameters = ${JSON.stringify(tool.parameters)}, speak_during = ${tool.speakDuring}, timeout_seconds = ${tool.timeoutSeconds}, updated_at = app_now()
    where t.account_id = ${accountId} and t.id = ${tool.id}
    returning ${columns}`.execute(db)
  return rows[0]
}

export async function deleteToolRow(db: Db, accountId: number, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from tools where account_id = ${accountId} and id = ${id}`.execute(db)
  return numAffectedRows === 1n
}

/** Whether any account has a tool. */
export async function hasTools(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (select from tools) as has`.execute(db)
  return rows[0]!.has
}
