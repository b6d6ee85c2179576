// Carries out the step that calls another flow.
import { setTimeout } from 'node:timers/promises'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Automation } from '../automation/automation.ts'
import { findAutomation } from '../automation/store.ts'
import { maxDepth, StepFailure } from '../steps/step-type.ts'
import type { CalledFlow } from './control.ts'
import { derivedId } from './derived-id.ts'
import { Interruption } from './interruption.ts'
import { reopenRun } from './reopen-run.ts'
import type { Run, RunRef, StepBudget, StepRow } from './run.ts'
import type { Start, StartedRun } from './started-run.ts'
import { findRun } from './store.ts'

interface Caller {
  budget: StepBudget
  start(ctx: AccountContext, automation: Automation, start: Start): Promise<StartedRun>
  resume(ctx: AccountContext, ref: RunRef): Promise<StartedRun | undefined>
}

/**
 * Waits until the other run ends or pauses. It has an id that is derived from the step, so that a repeated step finds
 * it again: a run that failed goes on with its failed step.
 */
export async function callFlow(
  ctx: AccountContext,
  parent: Run,
  { automationId, input, row, budget, start, resume }: CalledFlow & Caller,
): Promise<unknown> {
  if (parent.depth >= maxDepth) throw wiring(`Flows may not call each other more than ${maxDepth} times.`)
  const automation = await findAutomation(ctx.db, ctx.account.id, automationId)
  if (!automation) throw new StepFailure('The automation does not exist.', { classification: 'missing_record' })
  const ref = { accountId: ctx.account.id, runId: await idOf(ctx, parent, row) }
  const existing = await findRun(ctx.db, ref)
  const stepLimit = existing?.stepLimit ?? budget.left
  const started = existing
    ? await resume(ctx, ref)
    : await start(ctx, automation, { trigger: input, id: ref.runId, depth: parent.depth + 1, stepLimit })
  await started?.ended
  const { status, outcome, response, stepsUsed } = await waitForEnd(ctx, ref, resume)
  // A run that is paused keeps what it may still need.
  budget.left -= status === 'PAUSED' ? stepLimit : stepsUsed
  if (status === 'FAILED') throw wiring(`The run ${ref.runId} of ${automation.name} failed.`)
  return { run_id: ref.runId, status, outcome, response: response?.body ?? null }
}

/** After a delay, a failed run cannot go on, so that another one begins. */
async function idOf(ctx: AccountContext, parent: Run, row: StepRow): Promise<string> {
  const runId = derivedId(parent.id, row.path)
  if (row.attempt === 1) return runId
  const ref = { accountId: ctx.account.id, runId }
  const before = await findRun(ctx.db, ref)
  if (before?.status !== 'FAILED' || before.attempt >= row.attempt) return runId
  return (await reopenRun(ctx, ref)) ? runId : derivedId(parent.id, row.path, row.attempt)
}

const waitMs = 500

/** Another process may have the run, or a job that no process has time for. */
async function waitForEnd(ctx: AccountContext, ref: RunRef, resume: Caller['resume']): Promise<Run> {
  for (;;) {
    const run = await findRun(ctx.db, ref)
    if (!run)
      throw new StepFailure('The run of the other automation was deleted.', { classification: 'missing_record' })
    if (run.status !== 'RUNNING') return run
    if (ctx.stopping.aborted) throw new Interruption()
    await setTimeout(waitMs, undefined, { ref: false })
    const resumed = await resume(ctx, ref)
    await resumed?.ended
  }
}

const wiring = (message: string) => new StepFailure(message, { classification: 'wiring_error' })
