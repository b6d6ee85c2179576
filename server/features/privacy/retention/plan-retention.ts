// Begins the runs that delete old data, unless the clock has jumped.
import type { AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { checkClock } from './check-clock.ts'
import { addEnforceJob } from './enforce-retention.ts'
import { beginRuns, lockClock, type RuleRef, saveClock } from './store.ts'

const batch = 500

/** Safe to run twice: a run in progress continues, and has one job. */
export async function planRetention(context: AppContext): Promise<void> {
  const isTrusted = await transaction(context, async ({ db }) => {
    const checked = checkClock(await lockClock(db))
    await saveClock(db, checked.state)
    return checked.isTrusted
  })
  if (!isTrusted) {
    context.log.warn('no old data is deleted, because the clock of the database has jumped ahead')
    return
  }
  let last: RuleRef | undefined
  do {
    const rules = await transaction(context, async (tx) => {
      const begun = await beginRuns(tx.db, last, batch)
      for (const rule of begun) await addEnforceJob(tx, rule)
      return begun
    })
    last = rules.length === batch ? rules.at(-1) : undefined
  } while (last && !context.stopping.aborted)
}
