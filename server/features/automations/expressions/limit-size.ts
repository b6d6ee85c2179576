// Limits the size and the nesting of values before they are written or stored: shared parts can make them enormous.
import { EvaluationError } from './errors.ts'
import { charge, chargeText, type Evaluation, maxTextLength } from './evaluation.ts'

const maxDepth = 64
/** Roughly what a value takes in JSON, apart from its characters. */
const valueLength = 4
const stepsPerValue = 1 / 4
/** Charged in addition, because large objects are slower to read than lists. */
const stepsPerMember = 1 / 2
const stepsPerFraction = 1 / 2

/** Returns the value. All results of one evaluation count together; escaped characters count once. */
export function limitSize(evaluation: Evaluation, value: unknown): unknown {
  evaluation.resultLength = addLength(evaluation, 'result', value, evaluation.resultLength, 0)
  return value
}

/** Writes a value as JSON of at most about a million characters. */
export function toJson(evaluation: Evaluation, value: unknown): string {
  const estimated = addLength(evaluation, 'value', value, 0, 0)
  chargeText(evaluation, estimated)
  const text = JSON.stringify(value)
  // Escaped characters are longer than estimated.
  if (text.length > estimated) chargeText(evaluation, text.length)
  return text
}

/** For everything that recurses into values. */
export function checkDepth(what: string, depth: number): void {
  if (depth > maxDepth) throw new EvaluationError(`The ${what} is nested deeper than ${maxDepth} levels.`)
}

/** The number of digits after the first three. */
function addedDigits(evaluation: Evaluation, value: number): number {
  if (Number.isSafeInteger(value)) return Math.floor(Math.log10(Math.abs(value / 1_000) + 1))
  charge(evaluation, stepsPerFraction)
  return Math.max(0, String(value).length - 3)
}

function addLength(evaluation: Evaluation, what: string, value: unknown, before: number, depth: number): number {
  checkDepth(what, depth)
  charge(evaluation, stepsPerValue)
  let length = before + valueLength
  if (typeof value === 'string') length += value.length
  else if (typeof value === 'number') length += addedDigits(evaluation, value)
  else if (typeof value === 'bigint') length += String(value).length
  else if (Array.isArray(value)) for (const item of value) length = addLength(evaluation, what, item, length, depth + 1)
  else if (typeof value === 'object' && value !== null)
    for (const key in value) {
      charge(evaluation, stepsPerMember)
      const member = (value as Record<string, unknown>)[key]
      length = addLength(evaluation, what, member, length + key.length, depth + 1)
    }
  if (length > maxTextLength) throw new EvaluationError(`The ${what} is larger than 1 MB.`)
  return length
}
