// Hashes the rows of one account in every table.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** Maps each table to a hash. Columns that record the use of the account's own API keys are left out. */
export async function snapshotOf(db: Db, accountId: number): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string; key: string }>`
    select c.table_name as name, c.column_name as key from information_schema.columns c
    join pg_class p on p.relname = c.table_name and p.relkind = 'r' and p.relnamespace = 'public'::regnamespace
    where c.table_schema = 'public' and (c.column_name = 'account_id' or (c.table_name = 'accounts' and c.column_name = 'id'))
    order by 1`.execute(db)
  const hashes = tables.map(
    ({ name, key }) => sql`
      select ${name}::text as name, count(*)::text || ' ' || coalesce(md5(string_agg(row, ',' order by row)), '') as hash
      from (select (to_jsonb(t) - 'last_used_at')::text as row from ${sql.id(name)} t where ${sql.id(key)} = ${accountId}) as r`,
  )
  const { rows } = await sql<{ name: string; hash: string }>`${sql.join(hashes, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}
