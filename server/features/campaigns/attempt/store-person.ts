// The SQL that erases a person from attempts, whose outcomes remain.
import { sql } from 'kysely'
import type { DbTransaction } from '#server/platform/database/database.ts'
import type { Person } from '#server/platform/person.ts'

export async function erasePersonFromAttempts(
  tx: DbTransaction,
  accountId: number,
  { phoneNumbers }: Person,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update campaign_attempts set phone_number = '', decision = '{}', detail = null
    where account_id = ${accountId} and phone_number = any(${phoneNumbers}::text[])`.execute(tx)
  return Number(numAffectedRows)
}
