// What a function of expressions is, and how it reads its arguments.
import { EvaluationError } from '../errors.ts'
import type { Evaluation } from '../evaluation.ts'
import { isNumber, typeOf } from '../values.ts'

export interface FunctionDescription {
  name: string
  /** One sentence. */
  description: string
  example: string
  /** The value of the example, with the scope of the tests. */
  result: unknown
}

export interface ExpressionFunction extends FunctionDescription {
  /** The minimum and the maximum. `x.f(y)` means `f(x, y)`. */
  argumentCount: readonly [number, number]
  run(evaluation: Evaluation, args: readonly unknown[]): unknown
}

export function textArgument(name: string, value: unknown): string {
  if (typeof value === 'string') return value
  throw new EvaluationError(`\`${name}\` needs a text, but has ${typeOf(value)}.`)
}

export function numberArgument(name: string, value: unknown): number | bigint {
  if (isNumber(value)) return value
  throw new EvaluationError(`\`${name}\` needs a number, but has ${typeOf(value)}.`)
}

export function listArgument(name: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw new EvaluationError(`\`${name}\` needs a list, but has ${typeOf(value)}.`)
}
