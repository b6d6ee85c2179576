// Starts runs in this process, and lets interrupted, paused and failed ones go on.
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Automation } from '../automation/automation.ts'
import { findAutomation, findFlow } from '../automation/store.ts'
import { type CompiledFlow, compileFlow } from '../flow/compile-flow.ts'
import { StepFailure } from '../steps/step-type.ts'
import { createBatch } from './batch.ts'
import { derivedId } from './derived-id.ts'
import { executeRun, type RunEnd } from './execute-run.ts'
import type { Response, Run, StepRow } from './run.ts'
import { findRun, insertRuns, type NewRun, type Progress, saveProgress, selectSteps } from './store.ts'

/** Each pool of connections has its own writers. */
const writers = new WeakMap<Db, { insert(run: NewRun): Promise<void>; save(progress: Progress): Promise<void> }>()

function writersOf(db: Db) {
  let own = writers.get(db)
  if (!own) {
    own = {
      insert: createBatch<NewRun>((runs) => insertRuns(db, runs)),
      save: createBatch<Progress>((all) => saveProgress(db, all)),
    }
    writers.set(db, own)
  }
  return own
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

export type Start = Pick<NewRun, 'trigger'> & Partial<Pick<NewRun, 'id' | 'isTest' | 'depth'>>

/** The run is stored when the promise resolves. */
export async function startRun(
  ctx: AccountContext,
  automation: Pick<Automation, 'id' | 'name' | 'assistantId' | 'version'>,
  { trigger, id = ctx.newId(), isTest = false, depth = 0 }: Start,
): Promise<StartedRun> {
  const flow = (await loadFlow(ctx, { automationId: automation.id, version: automation.version }))!
  const stored = { id, automationId: automation.id, version: automation.version, trigger, isTest, depth }
  await writersOf(ctx.db).insert({ ...stored, accountId: ctx.account.id, processId: ctx.processId })
  const run: Run = {
    ...stored,
    accountId: ctx.account.id,
    status: 'RUNNING',
    outcome: null,
    response: null,
    attempt: 1,
    hasWaited: false,
    wakeAt: null,
    startedAt: '',
    endedAt: null,
  }
  return continueRun(ctx, automation, { run, flow, earlier: [], isResumed: false })
}

interface Continued {
  run: Run
  flow: CompiledFlow
  earlier: readonly StepRow[]
  isResumed: boolean
}

function continueRun(
  ctx: AccountContext,
  { id, name, assistantId }: Pick<Automation, 'id' | 'name' | 'assistantId'>,
  { run, flow, earlier, isResumed }: Continued,
): StartedRun {
  const { promise: responded, resolve } = Promise.withResolvers<Response | undefined>()
  const { save } = writersOf(ctx.db)
  const ended = executeRun({
    ctx,
    run,
    automation: { id, name, assistantId },
    flow,
    earlier,
    isResumed,
    save,
    callFlow: (automationId, input, row) => callFlow(ctx, run, { automationId, input, path: row.path }),
    responded: resolve,
  }).finally(() => resolve(undefined))
  ended.catch((error: unknown) => ctx.log.error({ error, run: run.id }, 'a run of an automation was interrupted'))
  return { id: run.id, ended, responded }
}

/** For a run that this process has claimed. */
export async function resumeRun(
  ctx: AccountContext,
  run: Run,
  { isResumed }: { isResumed: boolean },
): Promise<StartedRun> {
  const automation = await findAutomation(ctx.db, run.accountId, run.automationId)
  const flow = await loadFlow(ctx, run)
  if (!automation || !flow)
    return { id: run.id, ended: Promise.resolve(undefined), responded: Promise.resolve(undefined) }
  const earlier = await selectSteps(ctx.db, { accountId: run.accountId, runId: run.id })
  return continueRun(ctx, automation, { run, flow, earlier, isResumed: isResumed || earlier.length > 0 })
}

const maxDepth = 5

/** The run of the other flow has an id of its own that a repeated step finds again. */
async function callFlow(
  ctx: AccountContext,
  parent: Run,
  { automationId, input, path }: { automationId: string; input: Record<string, unknown>; path: string },
): Promise<unknown> {
  if (parent.depth >= maxDepth) {
    const message = `Flows may not call each other more than ${maxDepth} times.`
    throw new StepFailure(message, { classification: 'wiring_error' })
  }
  const automation = await findAutomation(ctx.db, ctx.account.id, automationId)
  if (!automation) throw new StepFailure('The automation does not exist.', { classification: 'missing_record' })
  const id = derivedId(parent.id, path, parent.attempt)
  const existing = await findRun(ctx.db, { accountId: ctx.account.id, runId: id })
  if (existing && existing.status !== 'RUNNING') return resultOf(id, existing)
  const started = existing
    ? await resumeRun(ctx, existing, { isResumed: true })
    : await startRun(ctx, automation, { trigger: input, id, depth: parent.depth + 1 })
  const end = await started.ended
  if (end?.status === 'FAILED')
    throw new StepFailure(`The run ${id} of ${automation.name} failed.`, { classification: 'wiring_error' })
  return resultOf(id, {
    status: end?.status ?? 'RUNNING',
    outcome: end?.outcome ?? null,
    response: end?.response ?? null,
  })
}

const resultOf = (id: string, { status, outcome, response }: Pick<Run, 'status' | 'outcome' | 'response'>) => ({
  run_id: id,
  status,
  outcome,
  response: response?.body ?? null,
})
