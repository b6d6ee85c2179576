// The SQL that erases a person from the calls that limits count. The calls still count towards other limits.
import { sql } from 'kysely'
import type { DbTransaction } from '#server/platform/database/database.ts'
import type { Person } from '#server/platform/person.ts'

export async function eraseDialledNumbers(
  tx: DbTransaction,
  accountId: number,
  { phoneNumbers }: Person,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update dialled_calls set phone_number = '', prefix = ''
    where account_id = ${accountId} and phone_number = any(${phoneNumbers}::text[])`.execute(tx)
  return Number(numAffectedRows)
}
