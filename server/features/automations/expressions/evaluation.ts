// The state of one evaluation: its values, and how much work it may still do.
import { EvaluationError } from './errors.ts'

/** Plain JSON. Results share parts of it and must not be modified. */
export interface Scope {
  trigger: unknown
  /** The outputs of the steps that have run. */
  steps: Record<string, unknown>
  /** In a loop. */
  item?: unknown
  /** In a loop, from 0. */
  index?: number
  /** ISO 8601 in UTC. */
  now: string
  run: { id: string; [property: string]: unknown }
}

export interface Evaluation {
  readonly scope: Scope
  /** The variables of `map`, `filter` and the others, by depth. */
  readonly variables: unknown[]
  stepsLeft: number
  /** The characters of the results up to now. */
  resultLength: number
}

/** Usually 5 to 10 ms, and up to 40 ms for the worst expressions known. */
export const maxSteps = 100_000
export const maxTextLength = 2 ** 20
const charactersPerStep = 32

export const startEvaluation = (scope: Scope): Evaluation => ({
  scope,
  variables: [],
  stepsLeft: maxSteps,
  resultLength: 0,
})

export function charge(evaluation: Evaluation, steps: number): void {
  evaluation.stepsLeft -= steps
  if (evaluation.stepsLeft < 0) throw new EvaluationError('The expression takes too many steps.')
}

/** Accounts for text that an operation is about to read or create. */
export function chargeText(evaluation: Evaluation, length: number): void {
  if (length > maxTextLength) throw new EvaluationError('The text is longer than 1,048,576 characters.')
  charge(evaluation, length / charactersPerStep)
}
