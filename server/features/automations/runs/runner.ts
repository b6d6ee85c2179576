// Starts runs in this process, and lets interrupted, paused and failed ones go on.
import { setTimeout } from 'node:timers/promises'
import type { AccountContext, AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Automation } from '../automation/automation.ts'
import { findAutomation, findFlow } from '../automation/store.ts'
import { type CompiledFlow, compileFlow } from '../flow/compile-flow.ts'
import { StepFailure } from '../steps/step-type.ts'
import { createBatch } from './batch.ts'
import { derivedId } from './derived-id.ts'
import { addDispatchJob } from './dispatch-job.ts'
import { type Execution, executeRun, type RunEnd, type StepBudget, stepBudget } from './execute-run.ts'
import { Interruption } from './interruption.ts'
import type { Response, Run, RunRef } from './run.ts'
import { addRunJob } from './run-job.ts'
import {
  claimRun,
  findRun,
  insertRunningStep,
  insertRuns,
  type NewRun,
  type Progress,
  releaseRun,
  saveProgress,
  selectSteps,
} from './store.ts'

interface Writers {
  insert(run: NewRun): Promise<void>
  /** Returns false if this process does not have the run any more. */
  save(progress: Progress): Promise<boolean>
}

/** Each pool of connections has its own writers. */
const writers = new WeakMap<Db, Writers>()

function writersOf(ctx: AccountContext): Writers {
  const known = writers.get(ctx.db)
  if (known) return known
  const { account: _, ...context } = ctx
  const own = {
    insert: createBatch<NewRun, void>(async (runs) => {
      await insertRuns(context.db, runs)
      return []
    }),
    save: createBatch<Progress, boolean>((all) => save(context, all)),
  }
  writers.set(ctx.db, own)
  return own
}

/** A run that pauses can be the next one to wake. */
function save(context: AppContext, all: readonly Progress[]): Promise<boolean[]> {
  if (!all.some(({ end }) => end?.status === 'PAUSED')) return saveProgress(context.db, all)
  return transaction(context, async (tx) => {
    const saved = await saveProgress(tx.db, all)
    await addDispatchJob(tx)
    return saved
  })
}

/** The runs of this process, so that it can wait for them before it ends. */
const inProgress = new Map<string, Set<Promise<unknown>>>()

function track(processId: string, run: Promise<unknown>): void {
  const own = inProgress.get(processId) ?? new Set()
  inProgress.set(processId, own)
  own.add(run)
  void run.finally(() => {
    own.delete(run)
    if (own.size === 0) inProgress.delete(processId)
  })
}

/** For a process that stops: each run ends its step, and leaves the others to another process. */
export async function waitForRuns({ processId }: Pick<AppContext, 'processId'>): Promise<void> {
  await Promise.allSettled(inProgress.get(processId) ?? [])
}

/** Versions never change, so they are compiled once. */
const compiled = new Map<string, CompiledFlow>()
const mostCompiled = 500

export async function loadFlow(
  { db, account }: Pick<AccountContext, 'db' | 'account'>,
  { automationId, version }: { automationId: string; version: number },
): Promise<CompiledFlow | undefined> {
  const key = `${account.id}:${automationId}:${version}`
  const known = compiled.get(key)
  if (known) return known
  const stored = await findFlow(db, account.id, { automationId, version })
  if (!stored) return undefined
  const flow = compileFlow(stored)
  if (compiled.size >= mostCompiled) compiled.delete(compiled.keys().next().value!)
  compiled.set(key, flow)
  return flow
}

export interface StartedRun {
  id: string
  /** Undefined if the process stops before the run has ended. */
  ended: Promise<RunEnd | undefined>
  /** Resolves when a step sets the response, or when the run ends without one. */
  responded: Promise<Response | undefined>
}

export type Start = Pick<NewRun, 'trigger'> & Partial<Pick<NewRun, 'id' | 'isTest' | 'depth'>> & { budget?: StepBudget }

/** The run is stored when the promise resolves. */
export async function startRun(
  ctx: AccountContext,
  automation: Pick<Automation, 'id' | 'name' | 'assistantId' | 'version'>,
  { trigger, id = ctx.newId(), isTest = false, depth = 0, budget = stepBudget() }: Start,
): Promise<StartedRun> {
  const flow = (await loadFlow(ctx, { automationId: automation.id, version: automation.version }))!
  const stored = { id, automationId: automation.id, version: automation.version, trigger, isTest, depth }
  await writersOf(ctx).insert({ ...stored, accountId: ctx.account.id, processId: ctx.processId })
  const run: Run = {
    ...stored,
    accountId: ctx.account.id,
    status: 'RUNNING',
    outcome: null,
    response: null,
    attempt: 1,
    deaths: 0,
    hasWaited: false,
    wakeAt: null,
    startedAt: '',
    endedAt: null,
  }
  return continueRun(ctx, automation, { run, flow, earlier: [], isInterrupted: false, budget })
}

interface Continued extends Pick<Execution, 'run' | 'flow' | 'earlier' | 'isInterrupted' | 'budget'> {}

function continueRun(
  ctx: AccountContext,
  { id, name, assistantId }: Pick<Automation, 'id' | 'name' | 'assistantId'>,
  continued: Continued,
): StartedRun {
  const { run, budget } = continued
  const ref = { accountId: run.accountId, runId: run.id }
  const { promise: responded, resolve } = Promise.withResolvers<Response | undefined>()
  const ended = executeRun({
    ...continued,
    ctx,
    automation: { id, name, assistantId },
    save: writersOf(ctx).save,
    show: (step) =>
      insertRunningStep(ctx.db, ref, step).catch((error: unknown) =>
        ctx.log.warn({ error }, 'a step of an automation could not be shown'),
      ),
    release: (interruption) => release(ctx, ref, interruption),
    callFlow: (automationId, input, row) => callFlow(ctx, run, { automationId, input, path: row.path, budget }),
    responded: resolve,
  }).finally(() => resolve(undefined))
  track(ctx.processId, ended)
  return { id: run.id, ended, responded }
}

const releaseDelaysMs = [0, 1_000, 5_000, 30_000, 120_000]

/** Leaves a run to a job. The database may be unavailable for a while. */
async function release(ctx: AccountContext, ref: RunRef, { afterMs, isDuringStep }: Interruption): Promise<void> {
  for (const delayMs of releaseDelaysMs) {
    if (delayMs > 0) await setTimeout(delayMs, undefined, { ref: false })
    try {
      return await transaction(ctx, async (tx) => {
        if (!(await releaseRun(tx.db, ref, ctx.processId))) return
        await addRunJob(tx, { ...ref, isInterrupted: isDuringStep }, new Date(tx.now().getTime() + afterMs))
      })
    } catch (error) {
      ctx.log.warn({ error, run: ref.runId }, 'a run of an automation could not be left to another process')
      // Another process finds the run when this one has ended.
      if (ctx.stopping.aborted) return
    }
  }
}

/** For a run that this process has claimed. */
export async function resumeRun(
  ctx: AccountContext,
  run: Run,
  { isInterrupted, budget = stepBudget() }: { isInterrupted: boolean; budget?: StepBudget },
): Promise<StartedRun> {
  const automation = await findAutomation(ctx.db, run.accountId, run.automationId)
  const flow = await loadFlow(ctx, run)
  if (!automation || !flow)
    return { id: run.id, ended: Promise.resolve(undefined), responded: Promise.resolve(undefined) }
  const earlier = await selectSteps(ctx.db, { accountId: run.accountId, runId: run.id })
  return continueRun(ctx, automation, { run, flow, earlier, isInterrupted, budget })
}

const maxDepth = 5

interface FlowCall {
  automationId: string
  input: Record<string, unknown>
  path: string
  budget: StepBudget
}

/** The run of the other flow has an id of its own that a repeated step finds again. */
async function callFlow(
  ctx: AccountContext,
  parent: Run,
  { automationId, input, path, budget }: FlowCall,
): Promise<unknown> {
  if (parent.depth >= maxDepth) throw wiring(`Flows may not call each other more than ${maxDepth} times.`)
  const automation = await findAutomation(ctx.db, ctx.account.id, automationId)
  if (!automation) throw new StepFailure('The automation does not exist.', { classification: 'missing_record' })
  const id = derivedId(parent.id, path, parent.attempt)
  const ref = { accountId: ctx.account.id, runId: id }
  const existing = await findRun(ctx.db, ref)
  const started = existing
    ? await resumeCalled(ctx, existing, budget)
    : await startRun(ctx, automation, { trigger: input, id, depth: parent.depth + 1, budget })
  await started?.ended
  const { status, outcome, response } = await waitForEnd(ctx, ref)
  if (status === 'FAILED') throw wiring(`The run ${id} of ${automation.name} failed.`)
  return { run_id: id, status, outcome, response: response?.body ?? null }
}

async function resumeCalled(ctx: AccountContext, existing: Run, budget: StepBudget): Promise<StartedRun | undefined> {
  const claimed = await claimRun(ctx.db, { accountId: existing.accountId, runId: existing.id }, ctx.processId)
  return claimed && resumeRun(ctx, claimed, { isInterrupted: true, budget })
}

const waitForEndMs = 500

/** Another process may have the run. */
async function waitForEnd(ctx: AccountContext, ref: RunRef): Promise<Run> {
  for (;;) {
    const run = await findRun(ctx.db, ref)
    if (!run)
      throw new StepFailure('The run of the other automation was deleted.', { classification: 'missing_record' })
    if (run.status !== 'RUNNING') return run
    if (ctx.stopping.aborted) throw new Interruption()
    await setTimeout(waitForEndMs, undefined, { ref: false })
  }
}

const wiring = (message: string) => new StepFailure(message, { classification: 'wiring_error' })
