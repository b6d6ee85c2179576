// Cancels a run of a test; its job notices it within a second.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { getRun, type TestRef } from './get-test.ts'
import { cancelOpenRun } from './store-runs.ts'
import type { RunHead } from './test.ts'

export async function cancelRun(ctx: AccountContext, ref: TestRef & { runId: number }): Promise<RunHead> {
  const run = await getRun(ctx, ref)
  const cancelled = await transaction(ctx, async (tx) => {
    const changed = await cancelOpenRun(tx.db, tx.account.id, ref.runId)
    if (changed) await tx.emit('assistant-test.run', { accountId: tx.account.id, ...ref, status: changed.status })
    return changed
  })
  return cancelled ?? run
}
