// The SQL of folders and labels, which have the same form.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { Timestamp } from '#server/platform/time.ts'

export type GroupTable = 'folders' | 'labels'

export interface Group {
  id: number
  name: string
  createdAt: Timestamp
  updatedAt: Timestamp
}

const columns = sql`id, name, created_at as "createdAt", updated_at as "updatedAt"`

export async function selectGroups(db: Db, table: GroupTable, accountId: number): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select ${columns} from ${sql.table(table)} where account_id = ${accountId} order by id`.execute(db)
  return rows
}

/** Those of `ids` that are the account's. */
export async function selectOwnedGroups(
  db: Db,
  table: GroupTable,
  accountId: number,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where account_id = ${accountId} and id = any(${ids}::bigint[])`.execute(db)
  return rows.map(({ id }) => id)
}

export async function insertGroup(
  db: Db,
  table: GroupTable,
  accountId: number,
  { name, now }: { name: string; now: RawBuilder<Timestamp> },
): Promise<Group> {
  const { rows } = await sql<Group>`
    insert into ${sql.table(table)} (account_id, name, created_at, updated_at)
    values (${accountId}, ${name}, ${now}, ${now}) returning ${columns}`.execute(db)
  return rows[0]!
}

export async function updateGroup(
  db: Db,
  table: GroupTable,
  accountId: number,
  { id, name, now }: { id: number; name: string; now: RawBuilder<Timestamp> },
): Promise<Group | undefined> {
  const { rows } = await sql<Group>`
    update ${sql.table(table)} set name = ${name}, updated_at = ${now}
    where account_id = ${accountId} and id = ${id} returning ${columns}`.execute(db)
  return rows[0]
}

export async function deleteGroup(db: Db, table: GroupTable, accountId: number, id: number): Promise<boolean> {
  const { numAffectedRows } =
    await sql`delete from ${sql.table(table)} where account_id = ${accountId} and id = ${id}`.execute(db)
  return numAffectedRows === 1n
}
