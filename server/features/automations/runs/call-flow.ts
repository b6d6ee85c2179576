// Carries out the step that calls another flow.
import { setTimeout } from 'node:timers/promises'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Automation } from '../automation/automation.ts'
import { findAutomation, findFlow } from '../automation/store.ts'
import type { Grant } from '../flow/grant.ts'
import { whyNotCalled } from '../permissions/permissions.ts'
import { maxDepth, StepFailure, wiringError } from '../steps/step-type.ts'
import type { CalledFlow } from './control.ts'
import { derivedId } from './derived-id.ts'
import { Interruption, LostRun } from './interruption.ts'
import { reopenRun } from './reopen-run.ts'
import type { Run, RunRef, StepAttempt, StepBudget } from './run.ts'
import type { Start, StartedRun } from './started-run.ts'
import { findRun } from './store.ts'

interface Engine {
  /** What the calling flow may do. */
  grant: Grant
  budget: StepBudget
  /** Aborted when the calling run was taken away. */
  lost: AbortSignal
  start(ctx: AccountContext, automation: Automation, start: Start): Promise<StartedRun | undefined>
  resume(ctx: AccountContext, ref: RunRef): Promise<StartedRun | undefined>
}

/**
 * Waits until the other run ends or pauses. It has an id that is derived from the step, so that a repeated step finds
 * it again, and a failed run is resumed at its failed step.
 */
export async function callFlow(
  ctx: AccountContext,
  parent: Run,
  { automationId, input, caller, grant, budget, lost, start, resume }: CalledFlow & Engine,
): Promise<unknown> {
  if (parent.depth >= maxDepth) throw wiringError(`Flows may not call each other more than ${maxDepth} times.`)
  const automation = await findAutomation(ctx.db, ctx.account.id, automationId)
  if (!automation) throw new StepFailure('The automation does not exist.', { classification: 'missing_record' })
  const version = { automationId, version: automation.version }
  const flow = grant === null ? undefined : await findFlow(ctx.db, ctx.account.id, version)
  const reason = flow && (await whyNotCalled(ctx, grant, flow))
  if (reason !== undefined) throw wiringError(reason)
  const ref = { accountId: ctx.account.id, runId: await idOf(ctx, parent, caller) }
  const existing = await findRun(ctx.db, ref)
  const stepLimit = existing?.stepLimit ?? budget.left
  const started = existing
    ? await resume(ctx, ref)
    : await start(ctx, automation, { trigger: input, id: ref.runId, depth: parent.depth + 1, stepLimit })
  await started?.ended
  const { status, outcome, response, stepsUsed } = await waitForEnd(ctx, ref, { lost, resume })
  // A run that is paused keeps what it may still need.
  budget.left -= status === 'PAUSED' ? stepLimit : stepsUsed
  if (status === 'FAILED') throw wiringError(`The run ${ref.runId} of ${automation.name} failed.`)
  return { run_id: ref.runId, status, outcome, response: response?.body ?? null }
}

/** A failed run that has passed a delay cannot be resumed, so another one is started. */
async function idOf(ctx: AccountContext, parent: Run, { path, attempt }: StepAttempt): Promise<string> {
  const runId = derivedId(parent.id, path)
  if (attempt === 1) return runId
  const ref = { accountId: ctx.account.id, runId }
  const before = await findRun(ctx.db, ref)
  if (before?.status !== 'FAILED' || before.attempt >= attempt) return runId
  return (await reopenRun(ctx, ref)) ? runId : derivedId(parent.id, path, attempt)
}

const waitMs = 500

/** Another process may have the run, or a job that no process has time for. */
async function waitForEnd(
  ctx: AccountContext,
  ref: RunRef,
  { lost, resume }: Pick<Engine, 'lost' | 'resume'>,
): Promise<Run> {
  for (;;) {
    const run = await findRun(ctx.db, ref)
    if (!run)
      throw new StepFailure('The run of the other automation was deleted.', { classification: 'missing_record' })
    if (run.status !== 'RUNNING') return run
    if (lost.aborted) throw new LostRun()
    if (ctx.stopping.aborted) throw new Interruption()
    await setTimeout(waitMs, undefined, { ref: false })
    const resumed = await resume(ctx, ref)
    await resumed?.ended
  }
}
