// Limits the size and the nesting of the results of expressions, which are stored.
import { EvaluationError } from './errors.ts'
import { type Evaluation, maxTextLength } from './evaluation.ts'

const maxDepth = 64
/** Roughly what a value takes in JSON, apart from its characters. */
const valueLength = 4

/** Returns the value. All results of one evaluation count together. */
export function limitSize(evaluation: Evaluation, value: unknown): unknown {
  evaluation.resultLength = addLength(value, evaluation.resultLength, 0)
  return value
}

function addLength(value: unknown, before: number, depth: number): number {
  if (depth > maxDepth) throw new EvaluationError('The result is nested deeper than 64 levels.')
  let length = before + valueLength
  if (typeof value === 'string') length += value.length
  else if (Array.isArray(value)) for (const item of value) length = addLength(item, length, depth + 1)
  else if (typeof value === 'object' && value !== null)
    for (const key in value) length = addLength((value as Record<string, unknown>)[key], length + key.length, depth + 1)
  if (length > maxTextLength) throw new EvaluationError('The result is larger than 1 MB.')
  return length
}
