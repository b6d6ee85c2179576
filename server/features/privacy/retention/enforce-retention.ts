// Deletes the old data of one kind of an account, and reports what is left.
import type { AppContext, AppTx } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { PersonalData, RetainedRest } from '#server/platform/personal-data.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import { retainedOf } from './rule.ts'
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
  (all: readonly PersonalData[]) =>
  async (context: AppContext, { accountId, kind }: RuleRef): Promise<void> => {
    const ref = { accountId, kind }
    const before = await findRunBefore(context.db, ref)
    if (before === undefined) return
    const parts = retainedOf(all, kind)
    for (const { deleteOlder } of parts) {
      for (let count = batch; count === batch; ) {
        if (context.stopping.aborted) return transaction(context, (tx) => addEnforceJob(tx, ref))
        count = await deleteOlder(context, { accountId, before, limit: batch })
        if (!(await addDeleted(context.db, ref, { before, count }))) return
      }
    }
    const rests = await Promise.all(parts.map(({ inspect }) => inspect(context.db, { accountId, before })))
    await finishRun(context.db, ref, { before, ...sumOf(rests) })
  }

function sumOf(rests: readonly RetainedRest[]): RetainedRest {
  const times = rests.flatMap(({ oldestAt }): Timestamp[] => (oldestAt === null ? [] : [oldestAt]))
  return {
    remaining: rests.reduce((sum, { remaining }) => sum + remaining, 0),
    oldestAt: times.sort()[0] ?? null,
  }
}
