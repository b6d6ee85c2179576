// The SQL of folders and labels, which have the same form.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, allValues, firstRow } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export type GroupTable = 'folders' | 'labels'

export interface Group {
  id: number
  name: string
  color: string | null
  /** Deleted assistants do not count. */
  assistantsCount: number
  createdAt: Timestamp
  updatedAt: Timestamp
}

const counts: Record<GroupTable, ReturnType<typeof sql>> = {
  folders: sql`(
    select count(*)::int from assistants a
    where a.account_id = g.account_id and a.folder_id = g.id and a.deleted_at is null)`,
  labels: sql`(
    select count(*)::int from assistant_labels l
    join assistants a on a.account_id = l.account_id and a.id = l.assistant_id
    where l.account_id = g.account_id and l.label_id = g.id and a.deleted_at is null)`,
}

const columns = (table: GroupTable) => sql`
  g.id, g.name, g.color, ${counts[table]} as assistants_count, g.created_at, g.updated_at`

export function selectGroups(db: Db, table: GroupTable, accountId: number): Promise<Group[]> {
  return allRows<Group>(db)`
    select ${columns(table)} from ${sql.table(table)} g where g.account_id = ${accountId} order by g.id`
}

/** Returns the `ids` that are groups of the account. */
export function selectOwnedGroups(db: Db, table: GroupTable, accountId: number, ids: readonly number[]) {
  return allValues<number>(db)`
    select id from ${sql.table(table)} where account_id = ${accountId} and id = any(${ids}::bigint[])`
}

/** Returns undefined if the account has a group of that name. */
export function insertGroup(
  db: Db,
  table: GroupTable,
  accountId: number,
  { name, color }: { name: string; color: string | null },
): Promise<Group | undefined> {
  return firstRow<Group>(db)`
    insert into ${sql.table(table)} as g (account_id, name, color, created_at, updated_at)
    values (${accountId}, ${name}, ${color}, app_now(), app_now())
    on conflict (account_id, name) do nothing
    returning ${columns(table)}`
}

/** Undefined fields do not change. Throws a unique violation if another group of the account has that name. */
export function updateGroup(
  db: Db,
  table: GroupTable,
  accountId: number,
  { id, name, color }: { id: number; name: string | undefined; color: string | null | undefined },
): Promise<Group | undefined> {
  return firstRow<Group>(db)`
    update ${sql.table(table)} g set
      name = coalesce(${name ?? null}, name),
      color = case when ${color !== undefined} then ${color ?? null} else color end,
      updated_at = app_now()
    where g.account_id = ${accountId} and g.id = ${id} returning ${columns(table)}`
}

export async function deleteGroup(db: Db, table: GroupTable, accountId: number, id: number): Promise<boolean> {
  const { numAffectedRows } =
    await sql`delete from ${sql.table(table)} where account_id = ${accountId} and id = ${id}`.execute(db)
  return numAffectedRows === 1n
}
