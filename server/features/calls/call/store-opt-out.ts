// SQL that stores that a person does not want to be called again.
import type { DbTransaction } from '#server/platform/database/database.ts'
import { changesOne } from '#server/platform/database/statements.ts'
import type { OptOutScope } from '#server/voice/engine/call-record.ts'
import type { Call } from './call.ts'

/** The call can have ended in the meantime. Returns false if the same or more was saved before. */
export function saveOptOut(
  tx: DbTransaction,
  { accountId, id }: Pick<Call, 'accountId' | 'id'>,
  scope: OptOutScope,
): Promise<boolean> {
  return changesOne(tx)`
    update calls c set opted_out = ${scope}, updated_at = app_now()
    where c.account_id = ${accountId} and c.id = ${id}
      and (c.opted_out is null or (c.opted_out = 'topic' and ${scope}::text = 'everything'))`
}
