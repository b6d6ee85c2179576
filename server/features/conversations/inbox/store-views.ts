// SQL for the views that members save.
import { sql } from 'kysely'
import { maxViews } from '#contract/conversations/inbox-records.ts'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, changesOne, firstRow } from '#server/platform/database/statements.ts'
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

export function selectViews(db: Db, accountId: number, userId: number): Promise<View[]> {
  return allRows<View>(db)`
    select ${viewColumns} from conversation_views
    where account_id = ${accountId} and user_id = ${userId} order by lower(name)`
}

/** Returns undefined if the member has as many as allowed. Throws a unique violation for a known name. */
export function insertView(
  db: Db,
  accountId: number,
  userId: number,
  { name, filters }: Pick<View, 'name' | 'filters'>,
): Promise<View | undefined> {
  return firstRow<View>(db)`
    insert into conversation_views (account_id, user_id, name, filters, created_at, updated_at)
    select ${accountId}, ${userId}, ${name}, ${JSON.stringify(filters)}, app_now(), app_now()
    where (select count(*) from conversation_views where account_id = ${accountId} and user_id = ${userId}) < ${maxViews}
    returning ${viewColumns}`
}

/** Undefined fields do not change. Throws a unique violation for the name of another one. */
export function updateView(
  db: Db,
  accountId: number,
  userId: number,
  { id, name, filters }: { id: number; name: string | undefined; filters: View['filters'] | undefined },
): Promise<View | undefined> {
  return firstRow<View>(db)`
    update conversation_views set name = coalesce(${name ?? null}, name),
      filters = coalesce(${filters ? JSON.stringify(filters) : null}::jsonb, filters), updated_at = app_now()
    where account_id = ${accountId} and user_id = ${userId} and id = ${id} returning ${viewColumns}`
}

export function deleteView(db: Db, accountId: number, userId: number, id: number): Promise<boolean> {
  return changesOne(db)`
    delete from conversation_views
    where account_id = ${accountId} and user_id = ${userId} and id = ${id}`
}
