// Records that the person on the line does not want to be called again.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { OptOutScope } from '#server/voice/engine/call-record.ts'
import type { CallRef } from '../call/call.ts'
import { addEvent } from '../call/store-live.ts'
import { saveOptOut } from '../call/store-opt-out.ts'

/** Does nothing if the same or more was recorded before. */
export async function recordOptOut(
  ctx: AccountContext,
  { accountId, callId: id }: CallRef,
  scope: OptOutScope,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    if (!(await saveOptOut(tx.db, { accountId, id }, scope))) return
    await addEvent(tx.db, { accountId, id }, 'opted_out', { scope })
    await tx.emit('call.opted-out', { accountId, callId: id, scope })
  })
}
