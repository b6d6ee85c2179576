// Runs the steps of a flow in their order, and stores what each of them did.
import { setTimeout } from 'node:timers/promises'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { CompiledFlow, CompiledStep } from '../flow/compile-flow.ts'
import { type StepContext, StepFailure } from '../steps/step-type.ts'
import { type Control, runControl } from './control.ts'
import { derivedId } from './derived-id.ts'
import { describeFailure } from './failure.ts'
import type { Response, Run, StepRow } from './run.ts'
import type { Progress } from './store.ts'

export interface Execution {
  ctx: AccountContext
  run: Run
  automation: StepContext['automation']
  flow: CompiledFlow
  /** What the run has done before it was interrupted, paused or retried. */
  earlier: readonly StepRow[]
  /** The run was begun before, so its next step may have had its effect. */
  isResumed: boolean
  save(progress: Progress): Promise<void>
  /** Starts a run of another automation, and waits for its end. */
  callFlow: Control['callFlow']
  /** The response of the trigger's request is known. */
  responded(response: Response): void
}

export type RunEnd = NonNullable<Progress['end']>

/** How a list of steps ended: all of them ran, or the run ends. */
type Continuation = 'next' | RunEnd

/** A flow with loops in loops can be long, but must end. */
const maxStepsPerRun = 10_000
const stepMs = 120_000
/** A step that takes longer is shown before it has ended. */
const showAfterMs = 1_000
const retryDelaysMs = [1_000, 5_000]
const maxOutputCharacters = 1_024 * 1_024
const maxInputCharacters = 32 * 1_024
const maxErrorCharacters = 1_000

/** Returns how the run ended, which is stored. Undefined if the process stops: another one goes on. */
export async function executeRun(execution: Execution): Promise<RunEnd | undefined> {
  const { ctx, run, flow, earlier } = execution
  const ref = { accountId: run.accountId, runId: run.id }
  const succeeded = new Map(earlier.filter(({ status }) => status === 'SUCCEEDED').map((row) => [row.path, row]))
  const outputs: Record<string, unknown> = Object.create(null)
  const result: Pick<RunEnd, 'outcome' | 'response'> = { outcome: run.outcome, response: run.response }
  let position = earlier.reduce((most, row) => Math.max(most, row.position), 0)
  let unsaved: StepRow[] = []

  const save = async (end?: RunEnd): Promise<void> => {
    const steps = unsaved
    unsaved = []
    await execution.save({ ...ref, steps, end })
  }

  const scopeOf = (local: Local) => ({
    trigger: run.trigger,
    steps: outputs,
    now: ctx.now().toISOString(),
    run: { id: run.id },
    ...local,
  })

  async function runSteps(steps: readonly CompiledStep[], prefix: string, local: Local): Promise<Continuation> {
    for (const step of steps) {
      const end = await runStep(step, `${prefix}${step.name}`, prefix, local)
      if (end !== 'next') return end
    }
    return 'next'
  }

  async function runStep(step: CompiledStep, path: string, prefix: string, local: Local): Promise<Continuation> {
    if (ctx.stopping.aborted) throw new Interrupted()
    const before = succeeded.get(path)
    if (!before) return beginStep(step, path, prefix, local)
    outputs[step.name] = before.output
    return step.type === 'condition' ? runBranch(step, before.output, prefix, local) : 'next'
  }

  function runBranch(step: CompiledStep, output: unknown, prefix: string, local: Local): Promise<Continuation> {
    const { result: isTrue } = output as { result: boolean }
    return runSteps(step.nested[isTrue ? 'then' : 'else'] ?? [], prefix, local)
  }

  async function beginStep(step: CompiledStep, path: string, prefix: string, local: Local): Promise<Continuation> {
    const tries = earlier.filter((row) => row.path === path)
    for (const delayMs of [...retryDelaysMs, undefined]) {
      if (position >= maxStepsPerRun) return fail(undefined, `A run may not have more than ${maxStepsPerRun} steps.`)
      const row = rowOf(step, path, tries, ++position, ctx.now())
      const failure = await attemptStep(step, row, tries, { path, prefix, local })
      if (!(failure instanceof StepFailure)) return failure
      const end = fail(row, failure)
      if (delayMs === undefined || !step.stepType?.isRepeatable || !failure.isRetryable || failure.isInDoubt) return end
      await save()
      tries.push(row)
      await setTimeout(delayMs)
      if (ctx.stopping.aborted) throw new Interrupted()
    }
    throw new Error('unreachable')
  }

  async function attemptStep(
    step: CompiledStep,
    row: StepRow,
    tries: readonly StepRow[],
    at: Pick<At, 'path' | 'prefix' | 'local'>,
  ): Promise<Continuation | StepFailure> {
    const show = globalThis.setTimeout(() => {
      execution.save({ ...ref, steps: [row], end: undefined }).catch(() => {})
    }, showAfterMs)
    try {
      const scope = scopeOf(at.local)
      const input = { ...(step.input.resolve(scope) as Record<string, unknown>), ...step.literal }
      row.input = limited(input)
      if (step.isControl) return await runControlStep(step, row, { ...at, input, scope })
      row.output = await runLibraryStep(step, input, contextOf(row, tries))
      await succeed(step, row)
      return 'next'
    } catch (error) {
      if (error instanceof Interrupted) throw error
      return describeFailure(ctx, error)
    } finally {
      clearTimeout(show)
    }
  }

  /** The results of steps that only compute are stored together with the next ones. */
  async function succeed(step: CompiledStep, row: StepRow): Promise<void> {
    row.output = row.output === undefined ? null : row.output
    if (JSON.stringify(row.output).length > maxOutputCharacters) {
      row.output = null
      throw new StepFailure('The output of the step may not have more than 1 MB.', { classification: 'wiring_error' })
    }
    outputs[step.name] = row.output
    finish(row, 'SUCCEEDED')
    if (!step.isControl) await save()
  }

  function finish(row: StepRow, status: StepRow['status']): void {
    row.status = status
    row.endedAt = ctx.now()
    unsaved.push(row)
  }

  function fail(row: StepRow | undefined, failure: StepFailure | string): RunEnd {
    if (row) {
      const { message, classification, isInDoubt } =
        failure instanceof StepFailure ? failure : new StepFailure(failure, { classification: 'wiring_error' })
      row.classification = classification
      row.error = message.slice(0, maxErrorCharacters)
      row.inDoubt = isInDoubt
      finish(row, 'FAILED')
    }
    return { status: 'FAILED', ...result, wakeAt: null }
  }

  async function runControlStep(step: CompiledStep, row: StepRow, at: At): Promise<Continuation> {
    const outcome = await runControl({
      step,
      row,
      input: at.input,
      scope: at.scope,
      now: ctx.now(),
      earlier: earlier.find(({ path, status }) => path === at.path && status === 'PAUSED'),
      callFlow: execution.callFlow,
    })
    switch (outcome.kind) {
      case 'output':
        row.output = outcome.output
        await succeed(step, row)
        if (outcome.outcome !== undefined) result.outcome = outcome.outcome
        if (outcome.response) {
          result.response = outcome.response
          execution.responded(outcome.response)
        }
        return step.type === 'condition' ? runBranch(step, row.output, at.prefix, at.local) : 'next'
      case 'pause':
        row.output = { until: outcome.until.toISOString() }
        row.classification = 'paused_at_delay'
        row.status = 'PAUSED'
        unsaved.push(row)
        return { status: 'PAUSED', ...result, wakeAt: outcome.until }
      case 'end':
        row.output = null
        if (outcome.failure !== undefined) return fail(row, outcome.failure)
        finish(row, 'SUCCEEDED')
        return { status: 'SUCCEEDED', ...result, wakeAt: null }
      case 'rounds':
        return runRounds(step, row, outcome.items, at)
    }
  }

  async function runRounds(step: CompiledStep, row: StepRow, items: readonly unknown[], at: At): Promise<Continuation> {
    for (const [index, item] of items.entries()) {
      const end = await runSteps(step.nested['steps'] ?? [], `${at.path}[${index}].`, { item, index })
      if (end !== 'next') return end
    }
    row.output = { rounds: items.length }
    await succeed(step, row)
    return 'next'
  }

  /** A type that this process does not know may be known to another version of Parley. */
  async function runLibraryStep({ stepType }: CompiledStep, input: unknown, context: Omit<StepContext, 'signal'>) {
    if (!stepType) throw new Interrupted()
    const signal = AbortSignal.any([AbortSignal.timeout(stepMs), ctx.stopping])
    try {
      return await stepType.run({ ...context, signal }, stepType.input.parse(input))
    } catch (error) {
      throw ctx.stopping.aborted ? new Interrupted() : error
    }
  }

  const contextOf = (row: StepRow, tries: readonly StepRow[]): Omit<StepContext, 'signal'> => ({
    ctx,
    automation: execution.automation,
    runId: run.id,
    effectKey: effectKeyOf(run.id, row.path, tries),
    isResumed: execution.isResumed,
  })

  try {
    const end = await runSteps(flow.steps, '', {})
    const final = end === 'next' ? { status: 'SUCCEEDED' as const, ...result, wakeAt: null } : end
    await save(final)
    return final
  } catch (error) {
    if (error instanceof Interrupted) return undefined
    throw error
  }
}

interface Local {
  item?: unknown
  index?: number
}

interface At {
  input: Record<string, unknown>
  scope: ReturnType<() => object>
  path: string
  prefix: string
  local: Local
}

/** The process stops, or does not know a type of step: another process goes on. */
class Interrupted extends Error {}

const rowOf = (
  { name, type }: CompiledStep,
  path: string,
  tries: readonly StepRow[],
  position: number,
  startedAt: Date,
): StepRow => {
  // A step that was paused or interrupted goes on with its attempt.
  const failed = tries.filter(({ status }) => status === 'FAILED')
  const attempt = failed.length + 1
  return {
    path,
    attempt,
    position,
    name,
    type,
    status: 'RUNNING',
    classification: 'ok',
    error: null,
    inDoubt: false,
    input: null,
    output: null,
    startedAt,
    endedAt: null,
  }
}

/** A failed attempt that certainly had no effect is followed by one with another key. */
function effectKeyOf(runId: string, path: string, tries: readonly StepRow[]): string {
  const certain = tries.filter(({ status, inDoubt }) => status === 'FAILED' && !inDoubt).length
  return derivedId(runId, path, certain)
}

function limited(input: unknown): unknown {
  const text = JSON.stringify(input)
  return text.length <= maxInputCharacters ? input : { truncated: text.slice(0, 1_000) }
}
