// Runs the steps of a flow in their order.
import { setImmediate, setTimeout } from 'node:timers/promises'
import { unavailableReason } from '#server/platform/database/unavailable.ts'
import { isTimeout, limitTime } from '#server/platform/time/timeout-signal.ts'
import { type CompiledStep, namesOf } from '../flow/compile-flow.ts'
import { whyNotGranted } from '../flow/grant.ts'
import { readInput } from '../steps/read-input.ts'
import { type StepContext, StepFailure, wiringError } from '../steps/step-type.ts'
import { runControl } from './control.ts'
import type { Execution } from './execution.ts'
import { describeFailure, failureOfTime, manyDeaths, tooManySteps } from './failure.ts'
import { Interruption, LostRun, signalOf, unavailableMs, unknownTypeMs } from './interruption.ts'
import { effectKeyOf } from './new-step.ts'
import type { ControlPlace, Local, Place, StepPlace } from './place.ts'
import { openRecord } from './record.ts'
import type { NewStep, Response, StepAttempt, StoredStep } from './run.ts'
import type { RunEnd } from './started-run.ts'

/** How a list of steps ended: all of them ran, or the run ends. */
type Continuation = 'next' | RunEnd

/**
 * A step during which so many processes have died is not executed again by itself. Steps that only compute get twice as
 * many, because they can precede the one that was interrupted.
 */
export const maxDeaths = 5
const stepMs = 120_000
/** A step that takes longer is shown before it has ended. */
const showAfterMs = 1_000
const retryDelaysMs = [1_000, 5_000]
/** Steps that only compute must not keep the process from other work. */
const sliceMs = 10

/** Returns how the run ended, which is stored. Undefined if this process does not finish it. */
export async function executeRun(execution: Execution): Promise<RunEnd | undefined> {
  const { ctx, run, flow, budget } = execution
  const record = openRecord({
    ref: { accountId: run.accountId, runId: run.id, processId: ctx.processId, generation: run.generation },
    earlier: execution.earlier,
    now: ctx.now,
    save: execution.save,
  })
  const outputs: Record<string, unknown> = Object.create(null)
  const result: Pick<RunEnd, 'outcome' | 'response'> = { outcome: run.outcome, response: run.response }
  const { lost } = execution
  const signal = AbortSignal.any([signalOf(ctx.stopping), lost])
  let { isInterrupted, deaths } = run
  let sliceEndMs = performance.now() + sliceMs

  const endOf = (status: RunEnd['status'], wakeAt: Date | null = null): RunEnd => ({
    status,
    ...result,
    wakeAt,
    stepsUsed: run.stepLimit - budget.left,
  })

  const scopeOf = (local: Local) => ({
    trigger: run.trigger,
    steps: outputs,
    now: ctx.now().toISOString(),
    run: { id: run.id },
    ...local,
  })

  async function runSteps(steps: readonly CompiledStep[], at: Place): Promise<Continuation> {
    for (const step of steps) {
      const end = await runStep(step, { ...at, path: `${at.prefix}${step.name}` })
      if (end !== 'next') return end
    }
    return 'next'
  }

  async function runStep(step: CompiledStep, at: StepPlace): Promise<Continuation> {
    if (lost.aborted) throw new LostRun()
    if (ctx.stopping.aborted) throw new Interruption()
    if (record.isFull) await record.save()
    if (performance.now() > sliceEndMs) {
      await setImmediate()
      sliceEndMs = performance.now() + sliceMs
    }
    const before = record.earlierOf(at.path).find(({ status }) => status === 'SUCCEEDED')
    return before ? restoreStep(step, before, at) : beginStep(step, at)
  }

  function restoreStep(
    step: CompiledStep,
    { output }: StoredStep,
    at: StepPlace,
  ): Promise<Continuation> | Continuation {
    outputs[step.name] = output
    if (step.type === 'respond') result.response = output as Response
    if (step.type === 'set') {
      const { outcome } = step.input.resolve(scopeOf(at.local)) as { outcome?: string }
      result.outcome = outcome ?? result.outcome
    }
    return step.type === 'condition' ? runBranch(step, output, at) : 'next'
  }

  function runBranch(step: CompiledStep, output: unknown, at: StepPlace): Promise<Continuation> {
    const { result: isTrue } = output as { result: boolean }
    return runSteps(step.nested[isTrue ? 'then' : 'else'] ?? [], at)
  }

  async function beginStep(step: CompiledStep, at: StepPlace): Promise<Continuation> {
    const tries: StepAttempt[] = [...record.earlierOf(at.path)]
    for (const delayMs of [...retryDelaysMs, undefined]) {
      const row = record.begin(step, at.path, tries)
      const failure = budget.left-- > 0 ? await attemptStep(step, row, tries, at) : tooManySteps(run)
      if (actsOutside(step)) isInterrupted = false
      if (!(failure instanceof StepFailure)) return failure
      record.fail(row, failure)
      if (delayMs === undefined || !failure.isRetryable) return endOf('FAILED')
      await record.save()
      tries.push(row)
      await pause(delayMs)
      // The run may have been taken away during the pause.
      await record.save()
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
    row: NewStep,
    tries: readonly StepAttempt[],
    at: StepPlace,
  ): Promise<Continuation | StepFailure> {
    const show = actsOutside(step) ? globalThis.setTimeout(() => void execution.show(row), showAfterMs) : undefined
    try {
      if (isInterrupted && deaths >= (actsOutside(step) ? 1 : 2) * maxDeaths) throw manyDeaths(deaths)
      const scope = scopeOf(at.local)
      const input = { ...(step.input.resolve(scope) as Record<string, unknown>), ...step.literal }
      record.setInput(row, { ...step.sources, ...(step.stepType?.maskInput?.(input) ?? input) })
      if (step.isControl) return await runControlStep(step, row, { ...at, input, scope })
      await succeed(step, row, await runLibraryStep(step, input, contextOf(row, tries)))
      return 'next'
    } catch (error) {
      if (error instanceof Interruption || error instanceof LostRun || unavailableReason(error)) throw error
      return describeFailure(ctx, error, step)
    } finally {
      clearTimeout(show)
    }
  }

  /** Only deaths during one step count. */
  async function forgetDeaths(): Promise<void> {
    if (deaths === 0) return
    deaths = 0
    await execution.forgetDeaths()
  }

  async function runControlStep(step: CompiledStep, row: NewStep, at: ControlPlace): Promise<Continuation> {
    const paused = record.earlierOf(at.path).find(({ status }) => status === 'PAUSED')
    const { input, scope } = at
    const control = { step, attempt: row, input, scope, now: ctx.now(), paused, callFlow: execution.callFlow }
    const outcome = await runControl(control)
    switch (outcome.kind) {
      case 'output':
        await succeed(step, row, outcome.output)
        result.outcome = outcome.outcome ?? result.outcome
        if (outcome.response) {
          result.response = outcome.response
          execution.responded(outcome.response)
        }
        return step.type === 'condition' ? runBranch(step, outcome.output, at) : 'next'
      case 'pause':
        record.pause(row, outcome.until)
        return endOf('PAUSED', outcome.until)
      case 'end':
        if (outcome.failure !== undefined) throw wiringError(outcome.failure)
        record.succeed(row, null)
        return endOf('SUCCEEDED')
      case 'rounds':
        return runRounds(step, row, await fixedItems(step, row, outcome.items), at)
    }
  }

  /** Results that can be computed again are stored together with the next ones. */
  async function succeed(step: CompiledStep, row: NewStep, output: unknown): Promise<void> {
    record.succeed(row, output)
    outputs[step.name] = output ?? null
    // Evaluated at another time, a condition could choose the other branch.
    if (actsOutside(step) || step.readsClock) await record.save()
    if (actsOutside(step)) await forgetDeaths()
  }

  /** Items that depend on the time stay the same when the run is resumed after a pause. */
  async function fixedItems(step: CompiledStep, row: NewStep, items: readonly unknown[]): Promise<readonly unknown[]> {
    if (!step.readsClock) return items
    const before = record.earlierOf(row.path).find(({ output }) => output !== null)?.output as { items: unknown[] }
    if (before) return before.items
    record.note(row, { items })
    await record.save()
    return items
  }

  async function runRounds(
    step: CompiledStep,
    row: NewStep,
    items: readonly unknown[],
    at: ControlPlace,
  ): Promise<Continuation> {
    const steps = step.nested['steps'] ?? []
    const names = namesOf(steps)
    for (const [index, item] of items.entries()) {
      for (const name of names) delete outputs[name]
      const end = await runSteps(steps, { prefix: `${at.path}[${index}].`, local: { item, index } })
      if (end !== 'next') return end
    }
    await succeed(step, row, { rounds: items.length })
    return 'next'
  }

  async function runLibraryStep(
    { stepType }: CompiledStep,
    input: Record<string, unknown>,
    context: Omit<StepContext, 'signal'>,
  ): Promise<unknown> {
    // Another version of Parley may know the type.
    if (!stepType) throw new Interruption({ afterMs: unknownTypeMs })
    const reason = whyNotGranted(flow.grant, stepType.actsAs(input))
    if (reason !== undefined) throw wiringError(reason)
    using limit = limitTime(stepMs, signal)
    try {
      return await stepType.run({ ...context, signal: limit.signal }, readInput(stepType.input, input))
    } catch (error) {
      if (lost.aborted) throw new LostRun()
      if (signal.aborted) throw new Interruption({ isDuringStep: true })
      throw isTimeout(limit.signal) ? failureOfTime(stepType) : error
    }
  }

  const contextOf = (row: NewStep, tries: readonly StepAttempt[]): Omit<StepContext, 'signal'> => {
    const isInDoubt = tries.findLast(({ status }) => status === 'FAILED')?.inDoubt ?? false
    return {
      ctx,
      automation: execution.automation,
      depth: run.depth,
      effectKey: effectKeyOf(run.id, row.path, tries),
      isResumed: isInterrupted || isInDoubt,
      isAccepted: isInDoubt && !isInterrupted,
    }
  }

  try {
    const end = await runSteps(flow.steps, { prefix: '', local: {} })
    const final = end === 'next' ? endOf('SUCCEEDED') : end
    await record.save(final)
    return final
  } catch (error) {
    if (error instanceof LostRun) {
      ctx.log.warn({ run: run.id }, 'an execution of an automation ended because its run was deleted or taken away')
      return undefined
    }
    await execution.release(interruptionOf(error, isInterrupted))
    return undefined
  }

  function interruptionOf(error: unknown, wasInterrupted: boolean): Interruption {
    if (error instanceof Interruption) {
      const { afterMs, isDuringStep } = error
      return new Interruption({ afterMs, isDuringStep: isDuringStep || wasInterrupted })
    }
    ctx.log.error({ error, run: run.id }, 'a run of an automation was interrupted')
    if (unavailableReason(error)) return new Interruption({ isDuringStep: true, afterMs: unavailableMs })
    return new Interruption({ isDuringStep: true, isFault: true })
  }
}

/** It has effects, or takes long, unlike the steps that the engine computes by itself. */
const actsOutside = ({ isControl, type }: CompiledStep): boolean => !isControl || type === 'call_flow'
