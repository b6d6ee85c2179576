// The SQL that deletes examples of triggers that mention a person.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { mentions, type Person } from '#server/platform/person.ts'

export async function eraseSamplesAbout(db: Db, accountId: number, person: Person): Promise<void> {
  await sql`
    update automations set sample = null
    where account_id = ${accountId} and ${mentions(person, sql`sample::text`)}`.execute(db)
}
