// Erases a person from ended calls.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { type Erasure, eraseInBatches } from '#server/platform/personal-data.ts'
import { erasePersonsOf } from './retain-calls.ts'
import { eraseTransfersTo, selectCallsOf } from './store-person.ts'

const batch = 50

export async function eraseCalls(ctx: AccountContext, erasure: Erasure): Promise<void> {
  const { person, count } = erasure
  const accountId = ctx.account.id
  await eraseInBatches(erasure, batch, async () => {
    const calls = await selectCallsOf(ctx.db, accountId, person, batch)
    await erasePersonsOf(ctx, { accountId, calls }, async (tx, erased) => {
      await count(tx, 'calls', erased.calls)
      await count(tx, 'recordings', erased.recordings)
      await count(tx, 'webhook_deliveries', erased.deliveries)
    })
    return calls.length
  })
  await transaction(ctx, async ({ db }) => {
    await count(db, 'transfers', await eraseTransfersTo(db, accountId, person))
  })
}
