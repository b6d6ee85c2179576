// Cancels calls that wait for the job that dials.
import type { Tx } from '#server/platform/context/context.ts'
import { lockUndialedCalls } from '../call/store.ts'
import { finishIn } from '../ending/finish-call.ts'

/** Calls that the carrier may have are not changed. Returns the ids of the calls that were canceled. */
export async function cancelUndialed(tx: Tx, callIds: readonly number[]): Promise<number[]> {
  const ids = await lockUndialedCalls(tx.db, tx.account.id, callIds)
  for (const id of ids)
    await finishIn(tx, id, { endedReason: 'canceled', endedBy: 'system', latency: [], timeline: [] })
  return ids
}
