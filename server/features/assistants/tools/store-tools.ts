// The SQL of tools.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, allValues, changesOne, firstRow, oneValue } from '#server/platform/database/statements.ts'
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

export function selectTools(db: Db, accountId: number): Promise<StoredTool[]> {
  return allRows<StoredTool>(db)`
    select ${columns} from tools t where t.account_id = ${accountId} order by t.id`
}

export function findTool(db: Db, accountId: number, id: number): Promise<StoredTool | undefined> {
  return firstRow<StoredTool>(db)`
    select ${columns} from tools t where t.account_id = ${accountId} and t.id = ${id}`
}

/** Locks the tool against changes until the transaction ends. */
export function lockTool(db: Db, accountId: number, id: number): Promise<StoredTool | undefined> {
  return firstRow<StoredTool>(db)`
    select ${columns} from tools t where t.account_id = ${accountId} and t.id = ${id} for no key update`
}

/** Returns the HTTP tools of an assistant, without those that were deleted since it was read. */
export function selectHttpToolsOf(
  db: Db,
  { accountId, toolIds }: Pick<Assistant, 'accountId' | 'toolIds'>,
): Promise<HttpTool[]> {
  return allRows<StoredTool>(db)`
    select ${columns} from tools t
    where t.account_id = ${accountId} and t.id = any(${toolIds}::bigint[]) order by t.id`
}

/** Returns the `ids` that are tools of the account. */
export function selectOwnedTools(db: Db, accountId: number, ids: readonly number[]): Promise<number[]> {
  return allValues<number>(db)`
    select id from tools where account_id = ${accountId} and id = any(${ids}::bigint[])`
}

/** Returns undefined if the account has a tool of that name. */
export function insertTool(db: Db, accountId: number, tool: NewTool): Promise<StoredTool | undefined> {
  return firstRow<StoredTool>(db)`
    insert into tools as t (
      account_id, name, description, url, method, headers, sealed_headers, parameters, speak_during,
      timeout_seconds, created_at, updated_at)
    values (
      ${accountId}, ${tool.name}, ${tool.description}, ${tool.url}, ${tool.method}, ${JSON.stringify(tool.headers)},
      ${tool.sealedHeaders}, ${JSON.stringify(tool.parameters)}, ${tool.speakDuring}, ${tool.timeoutSeconds},
      app_now(), app_now())
    on conflict do nothing
    returning ${columns}`
}

/** Throws a unique violation if another tool of the account has that name. */
export function updateToolRow(db: Db, accountId: number, tool: Omit<HttpTool, 'accountId'>) {
  return firstRow<StoredTool>(db)`
    update tools t set
      name = ${tool.name}, description = ${tool.description}, url = ${tool.url}, method = ${tool.method},
      headers = ${JSON.stringify(tool.headers)}, sealed_headers = ${tool.sealedHeaders},
      parameters = ${JSON.stringify(tool.parameters)}, speak_during = ${tool.speakDuring}, timeout_seconds = ${tool.timeoutSeconds}, updated_at = app_now()
    where t.account_id = ${accountId} and t.id = ${tool.id}
    returning ${columns}`
}

export function deleteToolRow(db: Db, accountId: number, id: number): Promise<boolean> {
  return changesOne(db)`delete from tools where account_id = ${accountId} and id = ${id}`
}

/** Whether any account has a tool. */
export function hasTools(db: Db): Promise<boolean> {
  return oneValue<boolean>(db)`select exists (select from tools) as has`
}
