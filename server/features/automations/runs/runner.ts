// Starts runs in this process, and resumes interrupted, paused and failed ones.
import { setTimeout } from 'node:timers/promises'
import { actFor } from '#server/features/accounts/index.ts'
import type { AccountContext, AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { Db } from '#server/platform/database/database.ts'
import { whenAvailable } from '#server/platform/database/once-available.ts'
import { TooBusy } from '#server/platform/database/public-pool.ts'
import { withPatience } from '#server/platform/time/with-timeout.ts'
import type { Automation } from '../automation/automation.ts'
import { findAutomation } from '../automation/store.ts'
import { withRequest } from '../flow/request-fields.ts'
import { createBatch } from './batch.ts'
import { callFlow } from './call-flow.ts'
import { addDispatchJob } from './dispatch-job.ts'
import { executeRun } from './execute-run.ts'
import type { Execution } from './execution.ts'
import { findOccupancy, type Occupancy, occupy } from './in-progress.ts'
import { Interruption } from './interruption.ts'
import { loadFlow } from './load-flow.ts'
import { maxSteps, type Response, type Run, type RunRef } from './run.ts'
import { addRunJob } from './run-job.ts'
import type { Start, StartedRun } from './started-run.ts'
import {
  claimRun,
  type ExecutionRef,
  findRun,
  firstGeneration,
  forgetDeaths,
  insertRunningStep,
  insertRuns,
  type NewRun,
  type Progress,
  releaseRun,
  saveProgress,
  selectSteps,
} from './store.ts'
import { isWaiting } from './store-recovery.ts'

interface Writers {
  /** Returns false if the run exists already. */
  insert(run: NewRun): Promise<boolean>
  /** Returns false if this process no longer has the run. */
  save(progress: Progress): Promise<boolean>
}

/** Each pool of connections has its own writers. */
const writers = new WeakMap<Db, Writers>()
const maxBatchCharacters = 4 * 1_024 * 1_024

function writersOf(ctx: AccountContext): Writers {
  const known = writers.get(ctx.db)
  if (known) return known
  const { account: _, ...context } = ctx
  const own: Writers = {
    insert: createBatch<NewRun, boolean>((runs) => insertRuns(context.db, runs)),
    save: createBatch<Progress, boolean>((all) => save(context, all), {
      weigh: ({ characters }) => characters,
      maxWeight: maxBatchCharacters,
    }),
  }
  writers.set(ctx.db, own)
  return own
}

/** A run that pauses can be the next one to wake. */
function save(context: AppContext, all: readonly Progress[]): Promise<boolean[]> {
  if (!all.some(({ end }) => end)) return saveProgress(context.db, all)
  return transaction(context, async (tx) => {
    const saved = await saveProgress(tx.db, all)
    for (const [index, { accountId, runId, end }] of all.entries())
      if (end && saved[index]) await tx.emit('automation.run', { accountId, runId, status: end.status })
    if (all.some(({ end }) => end?.status === 'PAUSED')) await addDispatchJob(tx)
    return saved
  })
}

/** The run is stored when the promise resolves. Returns undefined if a run with this id exists already. */
export async function startRun(
  ctx: AccountContext,
  automation: Pick<Automation, 'id' | 'name' | 'assistantId' | 'version'>,
  { trigger, request, id = ctx.newId(), isTest = false, depth = 0, stepLimit = maxSteps }: Start,
): Promise<StartedRun | undefined> {
  const ref = { accountId: ctx.account.id, runId: id }
  const occupancy = await occupyNew(ctx, ref)
  if (!occupancy) return undefined
  try {
    const version = { automationId: automation.id, version: automation.version }
    const flow = (await loadFlow(ctx, version))!
    const data = withRequest(trigger, flow.requestFields, request)
    const stored = { id, ...version, trigger: data, isTest, depth, stepLimit }
    if (!(await writersOf(ctx).insert({ ...stored, accountId: ctx.account.id, processId: ctx.processId }))) {
      occupancy.end()
      return undefined
    }
    return continueRun(ctx, automation, {
      run: { ...stored, ...newRun, accountId: ctx.account.id },
      flow,
      earlier: [],
      occupancy,
    })
  } catch (error) {
    // The run can be stored in spite of the error.
    void release(ctx, ref, new Interruption()).finally(occupancy.end)
    throw error
  }
}

const startTries = 20
const startPauseMs = 250

/** An attempt to start the run that the database refused occupies it until the database is back, and stores nothing. */
async function occupyNew({ db, processId }: AccountContext, ref: RunRef): Promise<Occupancy | undefined> {
  for (let tries = 0; tries < startTries; tries++) {
    const occupancy = occupy(processId, ref.runId)
    if (occupancy) return occupancy
    if (await findRun(db, ref)) return undefined
    await withPatience(startPauseMs, findOccupancy(processId, ref.runId)?.ended ?? Promise.resolve())
  }
  throw new TooBusy('An earlier attempt to start the run has not ended.')
}

const newRun = {
  status: 'RUNNING',
  outcome: null,
  response: null,
  attempt: 1,
  deaths: 0,
  isInterrupted: false,
  stepsUsed: 0,
  hasWaited: false,
  wakeAt: null,
  startedAt: '',
  endedAt: null,
  generation: firstGeneration,
} as const

/** Resumes a run that no process has. Returns undefined if there is no such run. */
export async function resumeRun(ctx: AccountContext, ref: RunRef): Promise<StartedRun | undefined> {
  const occupancy = occupy(ctx.processId, ref.runId)
  if (!occupancy) return undefined
  try {
    const run = await claimRun(ctx.db, ref, ctx.processId)
    const loaded = run && (await load(ctx, run))
    if (loaded) return continueRun(ctx, loaded.automation, { ...loaded, run, occupancy })
    occupancy.end()
    return undefined
  } catch (error) {
    void release(ctx, ref, new Interruption({ isDuringStep: true, isFault: true })).finally(occupancy.end)
    throw error
  }
}

/** Undefined if the automation was deleted. */
async function load(ctx: AccountContext, run: Run) {
  const automation = await findAutomation(ctx.db, run.accountId, run.automationId)
  const flow = await loadFlow(ctx, run)
  const earlier = await selectSteps(ctx.db, { accountId: run.accountId, runId: run.id })
  return automation && flow && { automation, flow, earlier }
}

interface Continued extends Pick<Execution, 'run' | 'flow' | 'earlier'> {
  occupancy: Occupancy
}

function continueRun(
  ctx: AccountContext,
  { id, name, assistantId }: Pick<Automation, 'id' | 'name' | 'assistantId'>,
  { run, flow, earlier, occupancy }: Continued,
): StartedRun {
  const { accountId, id: runId, generation } = run
  const ref = { accountId, runId, processId: ctx.processId, generation }
  const { lost } = occupancy
  occupancy.ref = ref
  const budget = { left: run.stepLimit - run.stepsUsed }
  const { promise: responded, resolve } = Promise.withResolvers<Response | undefined>()
  const ended = executeRun({
    ctx,
    run,
    flow,
    earlier,
    budget,
    automation: { id, name, assistantId },
    lost,
    // A run waits with its results, because not every step can be repeated.
    save: (progress) => whenAvailable(AbortSignal.any([ctx.stopping, lost]), () => writersOf(ctx).save(progress)),
    show: (step) =>
      insertRunningStep(ctx.db, ref, step).catch((error: unknown) =>
        ctx.log.warn({ error, run: run.id }, 'a step of an automation could not be shown'),
      ),
    forgetDeaths: () => forgetDeaths(ctx.db, ref),
    release: (interruption) => release(ctx, ref, interruption),
    callFlow: (called) =>
      callFlow(ctx, run, { ...called, grant: flow.grant, budget, lost, start: startRun, resume: resumeRun }),
    responded: resolve,
  }).finally(() => {
    resolve(undefined)
    occupancy.end()
  })
  return { id: run.id, ended, responded }
}

const releaseDelaysMs = [0, 1_000, 2_000, 4_000]
const maxFaultDelayMs = 60_000

/** Leaves a run to a job. The database may be unavailable for a while. */
async function release(
  ctx: AccountContext,
  ref: RunRef & Partial<ExecutionRef>,
  interruption: Interruption,
): Promise<void> {
  const { isDuringStep: isInterrupted, isFault } = interruption
  for (let tries = 0; ; tries++) {
    await setTimeout(releaseDelaysMs[Math.min(tries, releaseDelaysMs.length - 1)], undefined, { ref: false })
    try {
      return await transaction(ctx, async (tx) => {
        const released = await releaseRun(tx.db, { ...ref, processId: ctx.processId }, { isInterrupted, isFault })
        if (!released) return
        const afterMs = isFault ? Math.min(maxFaultDelayMs, 1_000 * 2 ** released.deaths) : interruption.afterMs
        await addRunJob(tx, ref, new Date(tx.now().getTime() + afterMs))
      })
    } catch (error) {
      ctx.log.warn({ error, run: ref.runId }, 'a run of an automation could not be left to another process')
      // Another process finds the run when this one has ended.
      if (ctx.stopping.aborted) return
    }
  }
}

/** If it returns, the run has ended, or a process has it. */
export async function runInJob(context: AppContext, ref: RunRef): Promise<void> {
  const ctx = await actFor(context, ref.accountId)
  if (!ctx) return
  for (;;) {
    const started = await resumeRun(ctx, ref)
    if (started) return void (await started.ended)
    if (!(await isWaiting(ctx.db, ref))) return
    // The run was taken away from an execution of this process, which must end before the next one begins.
    const occupancy = findOccupancy(ctx.processId, ref.runId)
    occupancy?.lose()
    await occupancy?.ended
  }
}
