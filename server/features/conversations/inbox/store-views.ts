// SQL for the views that members save.
import { sql } from 'kysely'
import { maxViews } from '#contract/conversations/inbox-records.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export interface View {
  id: number
  name: string
  /** As in the API. */
  filters: Record<string, unknown>
  createdAt: Timestamp
  updatedAt: Timestamp
}

const viewColumns = sql`id, name, filters, created_at, updated_at`

export async function selectViews(db: Db, accountId: number, userId: number): Promise<View[]> {
  const { rows } = await sql<View>`
    select ${viewColumns} from conversation_views
    where account_id = ${accountId} and user_id = ${userId} order by lower(name)`.execute(db)
  return rows
}

/** Returns undefined if the member has as many as allowed. Throws a unique violation for a known name. */
export async function insertView(
  db: Db,
  accountId: number,
  userId: number,
  { name, filters }: Pick<View, 'name' | 'filters'>,
): Promise<View | undefined> {
  const { rows } = await sql<View>`
    insert into conversation_views (account_id, user_id, name, filters, created_at, updated_at)
    select ${accountId}, ${userId}, ${name}, ${JSON.stringify(filters)}, app_now(), app_now()
    where (select count(*) from conversation_views where account_id = ${accountId} and user_id = ${userId}) < ${maxViews}
    returning ${viewColumns}`.execute(db)
  return rows[0]
}

/** Undefined fields do not change. Throws a unique violation for the name of another one. */
export async function updateView(
  db: Db,
  accountId: number,
  userId: number,
  { id, name, filters }: { id: number; name: string | undefined; filters: View['filters'] | undefined },
): Promise<View | undefined> {
  const { rows } = await sql<View>`
    update conversation_views set name = coalesce(${name ?? null}, name),
      filters = coalesce(${filters ? JSON.stringify(filters) : null}::jsonb, filters), updated_at = app_now()
    where account_id = ${accountId} and user_id = ${userId} and id = ${id} returning ${viewColumns}`.execute(db)
  return rows[0]
}

export async function deleteView(db: Db, accountId: number, userId: number, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from conversation_views
    where account_id = ${accountId} and user_id = ${userId} and id = ${id}`.execute(db)
  return numAffectedRows === 1n
}
