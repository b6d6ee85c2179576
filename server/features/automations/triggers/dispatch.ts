// Wakes paused runs and starts scheduled ones when their time has come.
import { actFor } from '#server/features/accounts/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { toDate } from '#server/platform/time/timestamps.ts'
import {
  type AutomationHead,
  advanceSchedule,
  findFlow,
  findNextSchedule,
  selectDueSchedules,
} from '../automation/store.ts'
import { nextTime } from '../flow/schedule.ts'
import { derivedId } from '../runs/derived-id.ts'
import { addDispatchJob, addWakeUpJob } from '../runs/dispatch-job.ts'
import { addRunJob } from '../runs/run-job.ts'
import { findNextWake, wakeRuns } from '../runs/store.ts'
import { enqueueRun } from './enqueue-run.ts'

const batch = 200
const minWaitMs = 100
const postponedMs = 60_000

export async function dispatch(context: AppContext): Promise<void> {
  const woken = await transaction(context, async (tx) => {
    const runs = await wakeRuns(tx.db, batch)
    for (const run of runs) await addRunJob(tx, run)
    return runs.length
  })
  const due = await selectDueSchedules(context.db, batch)
  for (const automation of due) await startOrPostpone(context, automation)
  const isMore = woken === batch || due.length === batch
  const times = [await findNextWake(context.db), await findNextSchedule(context.db)].filter((at) => at !== null)
  const next = times.map(toDate).sort((a, b) => a.getTime() - b.getTime())[0]
  await transaction(context, async (tx) => {
    if (isMore) await addDispatchJob(tx)
    // The clock of the database can be behind, so a time has not come yet for it.
    else if (next) await addWakeUpJob(tx, new Date(Math.max(next.getTime(), tx.now().getTime() + minWaitMs)))
  })
}

/** One that cannot be started must not stop the others, nor be tried without a pause. */
async function startOrPostpone(context: AppContext, automation: AutomationHead): Promise<void> {
  try {
    await startScheduled(context, automation)
  } catch (error) {
    context.log.error({ error, automation: automation.id }, 'a scheduled run of an automation could not be started')
    const later = new Date(context.now().getTime() + postponedMs)
    await advanceSchedule(context.db, automation, later).catch(() => {})
  }
}

/** A process that was not running at the time starts a run once, late, and not once for each time that has passed. */
async function startScheduled(context: AppContext, automation: AutomationHead): Promise<void> {
  const { accountId, id: automationId, version } = automation
  const ctx = await actFor(context, accountId)
  const flow = ctx && (await findFlow(ctx.db, accountId, { automationId, version }))
  if (!flow) return void (await advanceSchedule(context.db, automation, null))
  const scheduledAt = automation.nextAt!
  await transaction(ctx, async (tx) => {
    if (!(await advanceSchedule(tx.db, automation, nextTime(flow.trigger, tx.account.timeZone, tx.now())))) return
    const trigger = { scheduled_at: toDate(scheduledAt).toISOString() }
    await enqueueRun(tx, automation, { id: derivedId(automationId, scheduledAt), trigger })
  })
}
