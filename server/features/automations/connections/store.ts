// The SQL of connections.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Connection } from './connection.ts'

const columns = sql`
  account_id, id, name, type, settings, sealed_secret, hint, tested_at, last_error, created_at, updated_at`

export async function selectConnections(db: Db, accountId: number): Promise<Connection[]> {
  const { rows } = await sql<Connection>`
    select ${columns} from connections where account_id = ${accountId} order by id`.execute(db)
  return rows
}

export async function selectConnectionNames(db: Db, accountId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from connections where account_id = ${accountId}`.execute(db)
  return rows.map(({ name }) => name)
}

export async function findConnectionById(db: Db, accountId: number, id: number): Promise<Connection | undefined> {
  const { rows } = await sql<Connection>`
    select ${columns} from connections where account_id = ${accountId} and id = ${id}`.execute(db)
  return rows[0]
}

export async function findConnectionByName(db: Db, accountId: number, name: string): Promise<Connection | undefined> {
  const { rows } = await sql<Connection>`
    select ${columns} from connections where account_id = ${accountId} and name = ${name}`.execute(db)
  return rows[0]
}

export type ConnectionRow = Pick<Connection, 'name' | 'type' | 'settings' | 'sealedSecret' | 'hint'> & {
  /** It was tested just now. */
  isTested: boolean
}

/** Returns undefined if the account has `limit` connections. Throws a unique violation if it has one of that name. */
export async function insertConnection(
  db: Db,
  accountId: number,
  { name, type, settings, sealedSecret, hint, isTested }: ConnectionRow,
  limit: number,
): Promise<Connection | undefined> {
  const { rows } = await sql<Connection>`
    insert into connections (account_id, name, type, settings, sealed_secret, hint, tested_at, created_at, updated_at)
    select ${accountId}, ${name}, ${type}, ${JSON.stringify(settings)}::jsonb, ${sealedSecret}, ${hint},
      case when ${isTested} then app_now() end, app_now(), app_now()
    where (select count(*) from connections where account_id = ${accountId}) < ${limit}
    returning ${columns}`.execute(db)
  return rows[0]
}

/** Throws a unique violation if another connection of the account has that name. */
export async function updateConnectionRow(
  db: Db,
  accountId: number,
  id: number,
  { name, type, settings, sealedSecret, hint, isTested }: ConnectionRow,
): Promise<Connection | undefined> {
  const { rows } = await sql<Connection>`
    update connections set name = ${name}, type = ${type}, settings = ${JSON.stringify(settings)}::jsonb,
      sealed_secret = ${sealedSecret}, hint = ${hint}, tested_at = case when ${isTested} then app_now() end,
      last_error = null, updated_at = app_now()
    where account_id = ${accountId} and id = ${id} returning ${columns}`.execute(db)
  return rows[0]
}

/** Null if the test has succeeded. */
export async function recordTest(
  db: Db,
  accountId: number,
  id: number,
  lastError: string | null,
): Promise<Connection | undefined> {
  const { rows } = await sql<Connection>`
    update connections set tested_at = app_now(), last_error = ${lastError}
    where account_id = ${accountId} and id = ${id} returning ${columns}`.execute(db)
  return rows[0]
}

export async function deleteConnectionRow(db: Db, accountId: number, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from connections where account_id = ${accountId} and id = ${id}`.execute(db)
  return numAffectedRows === 1n
}

/** Whether any account has a connection. */
export async function hasConnections(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (select from connections) as has`.execute(db)
  return rows[0]!.has
}
