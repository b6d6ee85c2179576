// Describes why a step has failed, for the account.
import type { AccountContext } from '#server/platform/context/context.ts'
import { EvaluationError } from '../expressions/errors.ts'
import type { CompiledStep } from '../flow/compile-flow.ts'
import { failureOf } from '../steps/classify-refusal.ts'
import { type StepFailure, type StepType, wiringError } from '../steps/step-type.ts'
import type { Run } from './run.ts'

/** An error that no step expects is logged, and not shown. It is unknown whether the step has had its effect. */
export function describeFailure(ctx: AccountContext, error: unknown, { stepType }: CompiledStep): StepFailure {
  const known = failureOf(error)
  if (known) return known
  if (error instanceof EvaluationError) return wiringError(error.message)
  ctx.log.error({ error }, 'a step of an automation failed unexpectedly')
  return inDoubt('An internal error occurred', stepType)
}

export const failureOfTime = (stepType: StepType): StepFailure =>
  inDoubt('The step took longer than two minutes', stepType)

function inDoubt(message: string, stepType: StepType | undefined): StepFailure {
  const isInDoubt = stepType?.hasSideEffects ?? false
  const doubt = isInDoubt ? ', and may already have had its effect' : ''
  return wiringError(`${message}${doubt}.`, { isInDoubt })
}

export const tooManySteps = ({ stepLimit }: Run) =>
  wiringError(`The run has reached its limit of ${stepLimit} steps, with those of the flows that it called.`)

export const manyDeaths = (deaths: number) =>
  wiringError(
    `${deaths} processes have ended during this step or one before it, which may already have had its effect.`,
    { isInDoubt: true },
  )
