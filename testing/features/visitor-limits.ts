// Reads what visitors have used of their limits.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** What visitors of the assistant have cost, on all days. */
export async function spentByVisitors(db: Db, assistantId: number): Promise<number> {
  const { rows } = await sql<{ spentMicros: number }>`
    select coalesce(sum(spent_micros), 0)::bigint as spent_micros from conversation_visitors
    where assistant_id = ${assistantId}`.execute(db)
  return rows[0]!.spentMicros
}

/** The turns and calls of each address, most calls first. */
export async function useOfAddresses(db: Db): Promise<{ turns: number; calls: number }[]> {
  const { rows } = await sql<{ turns: number; calls: number }>`
    select turns, calls from conversation_visitor_addresses order by calls desc`.execute(db)
  return rows
}
