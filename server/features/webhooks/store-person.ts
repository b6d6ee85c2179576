// The SQL that finds and deletes the deliveries that mention a person.
import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { mentions, type Person } from '#server/platform/person.ts'

/** Looks at the next deliveries in the order of their ids. Undefined if there are no more. */
export async function findDeliveriesAbout(
  db: Db,
  accountId: number,
  person: Person,
  { after, limit }: { after: number; limit: number },
): Promise<{ ids: number[]; lastId: number } | undefined> {
  const { rows } = await sql<{ id: number; isAbout: boolean }>`
    select d.id, (${mentions(person, sql`d.body`)} or ${mentions(person, sql`d.url`)}
      or ${mentions(person, sql`d.subject`)} or coalesce(${mentions(person, sql`d.last_error`)}, false) or exists (
        select from webhook_attempts a where a.account_id = d.account_id and a.delivery_id = d.id
          and coalesce(${mentions(person, sql`a.response`)}, false))) as is_about
    from (
      select * from webhook_deliveries d where d.account_id = ${accountId} and d.id > ${after}
      order by d.id limit ${limit}
    ) d order by d.id`.execute(db)
  const last = rows.at(-1)
  return last && { ids: rows.filter((row) => row.isAbout).map(({ id }) => id), lastId: last.id }
}

/** With their attempts. Those that wait are no longer sent. */
export async function deleteDeliveries(tx: DbTransaction, accountId: number, ids: readonly number[]): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_deliveries where account_id = ${accountId} and id = any(${ids}::bigint[])`.execute(tx)
  return Number(numAffectedRows)
}

export async function selectExportedDeliveries(db: Db, accountId: number, ids: readonly number[]): Promise<object[]> {
  const { rows } = await sql<object>`
    select id, kind, url, body, status, created_at, delivered_at from webhook_deliveries
    where account_id = ${accountId} and id = any(${ids}::bigint[]) order by id`.execute(db)
  return rows
}
