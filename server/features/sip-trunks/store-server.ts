// The SQL of the process that serves the lines.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { changesOne, firstValue } from '#server/platform/database/statements.ts'

export function findServerRow(db: Db): Promise<string | undefined> {
  return firstValue<string>(db)`select process_id from sip_server`
}

/** Succeeds if there is no server, or if it is `dead`. */
export function claimServer(db: Db, processId: string, dead: string | undefined): Promise<boolean> {
  return changesOne(db)`
    insert into sip_server as s (process_id, claimed_at) values (${processId}, app_now())
    on conflict (is_the_one) do update set process_id = excluded.process_id, claimed_at = excluded.claimed_at
    where s.process_id = ${dead ?? null}`
}

export async function releaseServer(db: Db, processId: string): Promise<void> {
  await sql`delete from sip_server where process_id = ${processId}`.execute(db)
}
