// The SQL of the chosen servers on this machine.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, changesOne } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { ChosenServer, LocalKind } from '#server/ports/vendors.ts'

export interface StoredServer extends ChosenServer {
  chosenBy: string
  chosenAt: Timestamp
}

export function selectLocalServers(db: Db): Promise<StoredServer[]> {
  return allRows<StoredServer>(db)`
    select kind, name, url, model, chosen_by, chosen_at from local_servers order by kind`
}

/** Replaces an earlier choice. */
export async function saveLocalServer(db: Db, server: Omit<StoredServer, 'chosenAt'>): Promise<void> {
  const { kind, name, url, model, chosenBy } = server
  await sql`
    insert into local_servers (kind, name, url, model, chosen_by, chosen_at)
    values (${kind}, ${name}, ${url}, ${model}, ${chosenBy}, app_now())
    on conflict (kind) do update set (name, url, model, chosen_by, chosen_at) = (
      excluded.name, excluded.url, excluded.model, excluded.chosen_by, excluded.chosen_at)`.execute(db)
}

export function deleteLocalServer(db: Db, kind: LocalKind): Promise<boolean> {
  return changesOne(db)`delete from local_servers where kind = ${kind}`
}
