// The SQL of connections.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, allValues, changesOne, firstRow, oneValue } from '#server/platform/database/statements.ts'
import type { Connection } from './connection.ts'

const columns = sql`
  account_id, id, name, type, settings, sealed_secret, hint, tested_at, last_error, created_at, updated_at`

export function selectConnections(db: Db, accountId: number): Promise<Connection[]> {
  return allRows<Connection>(db)`
    select ${columns} from connections where account_id = ${accountId} order by id`
}

export function selectConnectionNames(db: Db, accountId: number): Promise<string[]> {
  return allValues<string>(db)`select name from connections where account_id = ${accountId}`
}

export function findConnectionById(db: Db, accountId: number, id: number): Promise<Connection | undefined> {
  return firstRow<Connection>(db)`
    select ${columns} from connections where account_id = ${accountId} and id = ${id}`
}

export function findConnectionByName(db: Db, accountId: number, name: string): Promise<Connection | undefined> {
  return firstRow<Connection>(db)`
    select ${columns} from connections where account_id = ${accountId} and name = ${name}`
}

export type ConnectionRow = Pick<Connection, 'name' | 'type' | 'settings' | 'sealedSecret' | 'hint'> & {
  /** It was tested just now. */
  isTested: boolean
}

/** Returns undefined if the account has `limit` connections. Throws a unique violation if it has one of that name. */
export function insertConnection(
  db: Db,
  accountId: number,
  { name, type, settings, sealedSecret, hint, isTested }: ConnectionRow,
  limit: number,
): Promise<Connection | undefined> {
  return firstRow<Connection>(db)`
    insert into connections (account_id, name, type, settings, sealed_secret, hint, tested_at, created_at, updated_at)
    select ${accountId}, ${name}, ${type}, ${JSON.stringify(settings)}::jsonb, ${sealedSecret}, ${hint},
      case when ${isTested} then app_now() end, app_now(), app_now()
    where (select count(*) from connections where account_id = ${accountId}) < ${limit}
    returning ${columns}`
}

/** Throws a unique violation if another connection of the account has that name. */
export function updateConnectionRow(
  db: Db,
  accountId: number,
  id: number,
  { name, type, settings, sealedSecret, hint, isTested }: ConnectionRow,
): Promise<Connection | undefined> {
  return firstRow<Connection>(db)`
    update connections set name = ${name}, type = ${type}, settings = ${JSON.stringify(settings)}::jsonb,
      sealed_secret = ${sealedSecret}, hint = ${hint}, tested_at = case when ${isTested} then app_now() end,
      last_error = null, updated_at = app_now()
    where account_id = ${accountId} and id = ${id} returning ${columns}`
}

/** Null if the test has succeeded. */
export function recordTest(
  db: Db,
  accountId: number,
  id: number,
  lastError: string | null,
): Promise<Connection | undefined> {
  return firstRow<Connection>(db)`
    update connections set tested_at = app_now(), last_error = ${lastError}
    where account_id = ${accountId} and id = ${id} returning ${columns}`
}

export function deleteConnectionRow(db: Db, accountId: number, id: number): Promise<boolean> {
  return changesOne(db)`
    delete from connections where account_id = ${accountId} and id = ${id}`
}

/** Whether any account has a connection. */
export function hasConnections(db: Db): Promise<boolean> {
  return oneValue<boolean>(db)`select exists (select from connections) as has`
}

/** The sealed secrets of all accounts. */
export function selectSealedSecrets(db: Db): Promise<Pick<Connection, 'accountId' | 'sealedSecret'>[]> {
  return allRows<Pick<Connection, 'accountId' | 'sealedSecret'>>(db)`select account_id, sealed_secret from connections`
}
