// Runs the steps of a flow in their order, and stores what each of them did.
import { setTimeout } from 'node:timers/promises'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { CompiledFlow, CompiledStep } from '../flow/compile-flow.ts'
import { readInput } from '../steps/read-input.ts'
import { type StepContext, StepFailure } from '../steps/step-type.ts'
import { type Control, runControl } from './control.ts'
import { describeFailure } from './failure.ts'
import { Interruption, LostRun, limitTime, signalOf, unknownTypeMs } from './interruption.ts'
import type { Response, Run, StepRow } from './run.ts'
import { effectKeyOf, limited, rowOf } from './step-row.ts'
import type { Progress } from './store.ts'

export interface Execution {
  ctx: AccountContext
  run: Run
  automation: StepContext['automation']
  flow: CompiledFlow
  /** What the run has done before it was interrupted, paused or retried. */
  earlier: readonly StepRow[]
  /** A process has died during the next step, which may have had its effect. */
  isInterrupted: boolean
  /** How many steps the run and those that it starts may still execute. */
  budget: StepBudget
  /** Returns false if the run was deleted, or if another process has it. */
  save(progress: Progress): Promise<boolean>
  /** Shows a step that takes long. */
  show(step: StepRow): Promise<void>
  /** Leaves the run to a job. */
  release(interruption: Interruption): Promise<void>
  /** Starts a run of another automation, and waits for its end. */
  callFlow: Control['callFlow']
  /** The response of the trigger's request is known. */
  responded(response: Response): void
}

export interface StepBudget {
  left: number
}

/** A flow with loops in loops can be long, but must end. */
const maxStepsPerRun = 10_000
export const stepBudget = (): StepBudget => ({ left: maxStepsPerRun })

export type RunEnd = NonNullable<Progress['end']>

/** How a list of steps ended: all of them ran, or the run ends. */
type Continuation = 'next' | RunEnd

/** A step during which so many processes have died is not executed again by itself. */
const maxDeaths = 5
const stepMs = 120_000
/** A step that takes longer is shown before it has ended. */
const showAfterMs = 1_000
const retryDelaysMs = [1_000, 5_000]
const maxOutputCharacters = 1_024 * 1_024
/** The limit for the outputs of one run together. */
const maxTotalCharacters = 16 * 1_024 * 1_024
const maxErrorCharacters = 1_000

/** Returns how the run ended, which is stored. Undefined if this process does not finish it. */
export async function executeRun(execution: Execution): Promise<RunEnd | undefined> {
  const { ctx, run, flow, earlier, budget } = execution
  const ref = { accountId: run.accountId, runId: run.id, processId: ctx.processId }
  const succeeded = new Map(earlier.filter(({ status }) => status === 'SUCCEEDED').map((row) => [row.path, row]))
  const outputs: Record<string, unknown> = Object.create(null)
  const result: Pick<RunEnd, 'outcome' | 'response'> = { outcome: run.outcome, response: run.response }
  const signal = signalOf(ctx.stopping)
  let position = earlier.reduce((most, row) => Math.max(most, row.position), 0)
  let charactersLeft = maxTotalCharacters
  let isInterrupted = execution.isInterrupted
  let unsaved: StepRow[] = []

  const save = async (end?: RunEnd): Promise<void> => {
    const steps = unsaved
    unsaved = []
    if (!(await execution.save({ ...ref, steps, end }))) throw new LostRun()
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
    if (ctx.stopping.aborted) throw new Interruption()
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
      const row = rowOf(step, path, tries, ++position, ctx.now())
      if (budget.left-- <= 0) return fail(row, wiring(`A run may not have more than ${maxStepsPerRun} steps.`))
      const failure = await attemptStep(step, row, tries, { path, prefix, local })
      if (!step.isControl) isInterrupted = false
      if (!(failure instanceof StepFailure)) return failure
      const end = fail(row, failure)
      if (delayMs === undefined || !step.stepType?.isRepeatable || !failure.isRetryable) return end
      await save()
      tries.push(row)
      await pause(delayMs)
    }
    throw new Error('unreachable')
  }

  async function pause(ms: number): Promise<void> {
    await setTimeout(ms, undefined, { signal: ctx.stopping }).catch(() => {
      throw new Interruption()
    })
  }

  async function attemptStep(
    step: CompiledStep,
    row: StepRow,
    tries: readonly StepRow[],
    at: Pick<At, 'path' | 'prefix' | 'local'>,
  ): Promise<Continuation | StepFailure> {
    const show = globalThis.setTimeout(() => void execution.show(row), showAfterMs)
    try {
      if (isInterrupted && run.deaths >= maxDeaths) throw fatal()
      const scope = scopeOf(at.local)
      const input = { ...(step.input.resolve(scope) as Record<string, unknown>), ...step.literal }
      row.input = limited(step.stepType?.maskInput?.(input) ?? input)
      if (step.isControl) return await runControlStep(step, row, { ...at, input, scope })
      row.output = await runLibraryStep(step, input, contextOf(row, tries))
      await succeed(step, row)
      return 'next'
    } catch (error) {
      if (error instanceof Interruption || error instanceof LostRun) throw error
      return describeFailure(ctx, error)
    } finally {
      clearTimeout(show)
    }
  }

  /** Results that can be computed again are stored together with the next ones. */
  async function succeed(step: CompiledStep, row: StepRow): Promise<void> {
    row.output = row.output === undefined ? null : row.output
    const length = JSON.stringify(row.output).length
    if (length > maxOutputCharacters) throw wiring('The output of a step may not have more than 1 MB.')
    charactersLeft -= length
    if (charactersLeft < 0) throw wiring('The outputs of a run may not have more than 16 MB.')
    outputs[step.name] = row.output
    finish(row, 'SUCCEEDED')
    // A condition with another time could choose the other branch.
    if (!step.isControl || step.readsClock) await save()
  }

  function finish(row: StepRow, status: StepRow['status']): void {
    row.status = status
    row.endedAt = ctx.now()
    unsaved.push(row)
  }

  function fail(row: StepRow, { message, classification, isInDoubt }: StepFailure): RunEnd {
    row.classification = classification
    row.error = message.slice(0, maxErrorCharacters).replaceAll('\0', '')
    row.output = null
    row.inDoubt = isInDoubt
    finish(row, 'FAILED')
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
        if (outcome.failure !== undefined) return fail(row, wiring(outcome.failure))
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

  async function runLibraryStep(
    { stepType }: CompiledStep,
    input: Record<string, unknown>,
    context: Omit<StepContext, 'signal'>,
  ): Promise<unknown> {
    // Another version of Parley may know the type.
    if (!stepType) throw new Interruption({ afterMs: unknownTypeMs })
    using limit = limitTime(stepMs, signal)
    try {
      return await stepType.run({ ...context, signal: limit.signal }, readInput(stepType.input, input))
    } catch (error) {
      throw signal.aborted ? new Interruption({ isDuringStep: true }) : error
    }
  }

  const contextOf = (row: StepRow, tries: readonly StepRow[]): Omit<StepContext, 'signal'> => {
    const isInDoubt = tries.findLast(({ status }) => status === 'FAILED')?.inDoubt ?? false
    return {
      ctx,
      automation: execution.automation,
      runId: run.id,
      effectKey: effectKeyOf(run.id, row.path, tries),
      isResumed: isInterrupted || isInDoubt,
      isAccepted: isInDoubt && !isInterrupted,
    }
  }

  try {
    const end = await runSteps(flow.steps, '', {})
    const final = end === 'next' ? { status: 'SUCCEEDED' as const, ...result, wakeAt: null } : end
    await save(final)
    return final
  } catch (error) {
    if (error instanceof LostRun) return undefined
    if (!(error instanceof Interruption))
      ctx.log.error({ error, run: run.id }, 'a run of an automation was interrupted')
    await execution.release(error instanceof Interruption ? error : new Interruption({ isDuringStep: true }))
    return undefined
  }
}

const fatal = () =>
  new StepFailure(
    `${maxDeaths} processes have ended during this step or one before it, which may already have had its effect.`,
    { classification: 'wiring_error', isInDoubt: true },
  )

const wiring = (message: string) => new StepFailure(message, { classification: 'wiring_error' })

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
