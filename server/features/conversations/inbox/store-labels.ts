// SQL for the labels of conversations.
import { sql } from 'kysely'
import { maxLabels } from '#contract/conversations/inbox-records.ts'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, changesOne, firstRow } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export interface Label {
  id: number
  name: string
  color: string | null
}

export interface LabelRecord extends Label {
  conversationsCount: number
  createdAt: Timestamp
  updatedAt: Timestamp
}

const labelColumns = sql`l.id, l.name, l.color, l.created_at, l.updated_at, (
  select count(*)::int from labels_of_conversations c
  where c.account_id = l.account_id and c.label_id = l.id) as conversations_count`

export function selectLabels(db: Db, accountId: number): Promise<LabelRecord[]> {
  return allRows<LabelRecord>(db)`
    select ${labelColumns} from conversation_labels l
    where l.account_id = ${accountId} order by lower(l.name)`
}

/** Returns undefined if the account has as many labels as it may have. Throws a unique violation for a known name. */
export function insertLabel(
  db: Db,
  accountId: number,
  { name, color }: Pick<Label, 'name' | 'color'>,
): Promise<LabelRecord | undefined> {
  return firstRow<LabelRecord>(db)`
    insert into conversation_labels as l (account_id, name, color, created_at, updated_at)
    select ${accountId}, ${name}, ${color}, app_now(), app_now()
    where (select count(*) from conversation_labels where account_id = ${accountId}) < ${maxLabels}
    returning ${labelColumns}`
}

/** Undefined fields do not change. Throws a unique violation for the name of another label. */
export function updateLabel(
  db: Db,
  accountId: number,
  { id, name, color }: { id: number; name: string | undefined; color: string | null | undefined },
): Promise<LabelRecord | undefined> {
  return firstRow<LabelRecord>(db)`
    update conversation_labels l set name = coalesce(${name ?? null}, name),
      color = case when ${color !== undefined} then ${color ?? null} else color end, updated_at = app_now()
    where l.account_id = ${accountId} and l.id = ${id} returning ${labelColumns}`
}

export function deleteLabel(db: Db, accountId: number, id: number): Promise<boolean> {
  return changesOne(db)`
    delete from conversation_labels where account_id = ${accountId} and id = ${id}`
}

/** Locks the labels, so that they exist until the transaction ends. */
export function lockLabels(db: Db, accountId: number, ids: readonly number[]): Promise<Label[]> {
  return allRows<Label>(db)`
    select id, name, color from conversation_labels
    where account_id = ${accountId} and id = any(${ids}::bigint[]) order by lower(name) for key share`
}

export async function replaceLabels(
  db: Db,
  accountId: number,
  conversationId: number,
  ids: readonly number[],
): Promise<void> {
  await sql`
    with removed as (
      delete from labels_of_conversations where account_id = ${accountId} and conversation_id = ${conversationId}
        and label_id <> all(${ids}::bigint[])
    )
    insert into labels_of_conversations (account_id, conversation_id, label_id)
    select ${accountId}, ${conversationId}, unnest(${ids}::bigint[]) on conflict do nothing`.execute(db)
}

export async function selectLabelsOf(
  db: Db,
  accountId: number,
  conversationIds: readonly number[],
): Promise<ReadonlyMap<number, Label[]>> {
  const { rows } = await sql<Label & { conversationId: number }>`
    select c.conversation_id, l.id, l.name, l.color from labels_of_conversations c
    join conversation_labels l on l.account_id = c.account_id and l.id = c.label_id
    where c.account_id = ${accountId} and c.conversation_id = any(${conversationIds}::bigint[])
    order by lower(l.name)`.execute(db)
  return Map.groupBy(rows, ({ conversationId }) => conversationId)
}
