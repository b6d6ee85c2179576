// Describes why a step has failed, for the account.
import { z } from 'zod'
import type { AccountContext } from '#server/platform/context/context.ts'
import { InvalidInput, OutcomePending, Refusal } from '#server/platform/refusal.ts'
import { ExpressionError } from '../expressions/expression-error.ts'
import { classifyRefusal } from '../steps/classify-refusal.ts'
import { type FailureClass, StepFailure } from '../steps/step-type.ts'

export interface Failure {
  message: string
  classification: FailureClass
  /** Another attempt can succeed. */
  isRetryable: boolean
  /** It is not known whether the step had its effect. */
  inDoubt: boolean
}

const maxCharacters = 1_000

/** An error that nobody expects is logged, and not shown. */
export function describeFailure(ctx: AccountContext, error: unknown): Failure {
  const known = describeKnown(error)
  if (known) return { ...known, message: known.message.slice(0, maxCharacters) }
  ctx.log.error({ error }, 'a step of an automation failed unexpectedly')
  return { message: 'An internal error occurred.', classification: 'wiring_error', isRetryable: false, inDoubt: false }
}

function describeKnown(error: unknown): Failure | undefined {
  const plain = { classification: 'wiring_error' as const, isRetryable: false, inDoubt: false }
  if (error instanceof StepFailure) {
    const { message, classification, isRetryable } = error
    return { message, classification, isRetryable, inDoubt: false }
  }
  if (error instanceof OutcomePending)
    return { ...plain, message: `${error.message} It may already have been sent.`, inDoubt: true }
  if (error instanceof Refusal) return { ...classifyRefusal(error), message: error.message, inDoubt: false }
  if (error instanceof InvalidInput)
    return { ...plain, message: Object.values(error.errors).flat()[0] ?? error.message }
  if (error instanceof ExpressionError) return { ...plain, message: error.message }
  if (error instanceof z.ZodError) {
    const [issue] = error.issues
    return { ...plain, message: `The input ${issue?.path.join('.')} does not fit: ${issue?.message}.` }
  }
  return undefined
}
