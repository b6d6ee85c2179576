// Deletes the old data of one kind of an account, and reports what is left.
import { actFor } from '#server/features/accounts/index.ts'
import type { AccountContext, AppContext, AppTx } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { PersonalTable, Retained } from '#server/platform/personal-data.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import { inspectOld, type OldRows, type RetainedRest, removeOld, selectOld } from '../store-tables.ts'
import { addDeleted, findRunBefore, finishRun, type RuleRef } from './store.ts'

export const enforceJob: JobSpec<RuleRef> = { name: 'privacy.enforce-retention' }

/** Few accounts at a time, so that deletion leaves the database to requests. */
const queues = 2

/** Records that one transaction deletes. */
const batch = 200

export function addEnforceJob(tx: Pick<AppTx, 'addJob'>, { accountId, kind }: RuleRef): Promise<void> {
  const options = { key: `retention:${accountId}:${kind}`, queue: `retention:${accountId % queues}` }
  return tx.addJob(enforceJob, { accountId, kind }, options)
}

/** A process that stops leaves the rest of the run to another job. */
export const enforceRetention =
  (all: readonly PersonalTable[]) =>
  async (context: AppContext, { accountId, kind }: RuleRef): Promise<void> => {
    const ref = { accountId, kind }
    const before = await findRunBefore(context.db, ref)
    const ctx = before === undefined ? undefined : await actFor(context, accountId)
    if (before === undefined || !ctx) return
    const parts = all.flatMap((table) =>
      (table.retained ?? []).flatMap((retained) => (retained.kind === kind ? [{ table, retained }] : [])),
    )
    for (const { table, retained } of parts) {
      for (let count = batch; count === batch; ) {
        if (context.stopping.aborted) return transaction(context, (tx) => addEnforceJob(tx, ref))
        count = await deleteOlder(ctx, table, { retained, accountId, before })
        if (!(await addDeleted(context.db, ref, { before, count }))) return
      }
    }
    const rests = await Promise.all(
      parts.map(({ table, retained }) => inspectOld(context.db, table, { retained, accountId, before })),
    )
    await finishRun(context.db, ref, { before, ...sumOf(rests) })
  }

/** Returns how many rows were deleted, with their files. */
async function deleteOlder(
  ctx: AccountContext,
  table: PersonalTable,
  old: OldRows & { retained: Retained },
): Promise<number> {
  const removal = old.retained.removal ?? table.removal
  if (!removal || !('remove' in removal))
    return transaction(ctx, ({ db }) => removeOld(db, table, { ...old, limit: batch }))
  const rows = await selectOld(ctx.db, table, removal.columns, { ...old, limit: batch })
  if (rows.length > 0) await removal.remove(ctx, rows, async () => {})
  return rows.length
}

function sumOf(rests: readonly RetainedRest[]): RetainedRest {
  const times = rests.flatMap(({ oldestAt }): Timestamp[] => (oldestAt === null ? [] : [oldestAt]))
  return {
    remaining: rests.reduce((sum, { remaining }) => sum + remaining, 0),
    oldestAt: times.sort()[0] ?? null,
  }
}
