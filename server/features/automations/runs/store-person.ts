// The SQL that finds the runs whose data mentions a person.
import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { mentions, type Person } from '#server/platform/person.ts'

/** Looks at the next runs in the order of their ids, and returns the last id. Undefined if there are no more. */
export async function findRunsAbout(
  db: Db,
  accountId: number,
  person: Person,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<{ ids: string[]; lastId: string } | undefined> {
  const isNext = after === undefined ? sql`true` : sql`r.id > ${after}`
  const isAbout = (column: string) => mentions(person, sql`${sql.ref(column)}::text`)
  const { rows } = await sql<{ id: string; isAbout: boolean }>`
    select r.id, (${isAbout('r.trigger')} or coalesce(${isAbout('r.response')}, false) or exists (
      select from automation_steps s where s.account_id = r.account_id and s.run_id = r.id
        and (coalesce(${isAbout('s.input')}, false) or coalesce(${isAbout('s.output')}, false)
          or coalesce(${isAbout('s.error')}, false)))) as is_about
    from (
      select * from automation_runs r where r.account_id = ${accountId} and ${isNext} order by r.id limit ${limit}
    ) r order by r.id`.execute(db)
  const last = rows.at(-1)
  return last && { ids: rows.filter((row) => row.isAbout).map(({ id }) => id), lastId: last.id }
}

/** With their steps. A process that executes one of them notices it. */
export async function deleteRuns(tx: DbTransaction, accountId: number, ids: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from automation_runs where account_id = ${accountId} and id = any(${ids}::uuid[])`.execute(tx)
  return Number(numAffectedRows)
}

/** With their steps. */
export async function findExportedRun(db: Db, accountId: number, id: string): Promise<object | undefined> {
  const { rows } = await sql<object>`
    select r.id, r.automation_id, r.status, r.trigger, r.response, r.started_at, r.ended_at, coalesce((
      select json_agg(json_build_object('name', s.name, 'type', s.type, 'status', s.status, 'input', s.input,
        'output', s.output, 'error', s.error) order by s.position, s.attempt)
      from automation_steps s where s.account_id = r.account_id and s.run_id = r.id), '[]') as steps
    from automation_runs r where r.account_id = ${accountId} and r.id = ${id}`.execute(db)
  return rows[0]
}
