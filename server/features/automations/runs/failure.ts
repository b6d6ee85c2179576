// Describes why a step has failed, for the account.
import type { AccountContext } from '#server/platform/context/context.ts'
import { EvaluationError } from '../expressions/errors.ts'
import { failureOf } from '../steps/classify-refusal.ts'
import { StepFailure } from '../steps/step-type.ts'

/** An error that no step expects is logged, and not shown. */
export function describeFailure(ctx: AccountContext, error: unknown): StepFailure {
  const known = failureOf(error)
  if (known) return known
  if (error instanceof EvaluationError) return wiring(error.message)
  ctx.log.error({ error }, 'a step of an automation failed unexpectedly')
  return wiring('An internal error occurred.')
}

const wiring = (message: string) => new StepFailure(message, { classification: 'wiring_error' })
