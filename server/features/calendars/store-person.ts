// The SQL that deletes the bookings of a person; the appointments are in the calendars.
import { sql } from 'kysely'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { mentions, type Person } from '#server/platform/person.ts'

export async function deleteBookingsOf(tx: DbTransaction, accountId: number, person: Person): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from calendar_bookings where account_id = ${accountId} and ${mentions(person, sql`source`)}`.execute(tx)
  return Number(numAffectedRows)
}
