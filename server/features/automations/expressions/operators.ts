// The operators of expressions. Numbers are those of JSON, so 7 / 2 is 3.5.
import { EvaluationError } from './errors.ts'
import { charge, chargeText, type Evaluation } from './evaluation.ts'
import { areEqual, finite, isObject, typeOf } from './values.ts'

export type BinaryOperation = (evaluation: Evaluation, left: unknown, right: unknown) => unknown

function mismatch(operator: string, expected: string, left: unknown, right: unknown): EvaluationError {
  return new EvaluationError(`\`${operator}\` needs ${expected}, but has ${typeOf(left)} and ${typeOf(right)}.`)
}

function add(evaluation: Evaluation, left: unknown, right: unknown): unknown {
  if (typeof left === 'number' && typeof right === 'number') return finite(left + right)
  if (typeof left === 'string' && typeof right === 'string') {
    chargeText(evaluation, left.length + right.length)
    return left + right
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    charge(evaluation, left.length + right.length)
    return [...left, ...right]
  }
  throw mismatch('+', 'two numbers, two texts or two lists', left, right)
}

function arithmetic(operator: string, calculate: (left: number, right: number) => number): BinaryOperation {
  return (_, left, right) => {
    if (typeof left !== 'number' || typeof right !== 'number') throw mismatch(operator, 'two numbers', left, right)
    return finite(calculate(left, right))
  }
}

function division(operator: string, calculate: (left: number, right: number) => number): BinaryOperation {
  return arithmetic(operator, (left, right) => {
    if (right === 0) throw new EvaluationError('A number cannot be divided by zero.')
    return calculate(left, right)
  })
}

/** Compares numbers, and texts by their UTF-16 code units, so that dates in ISO 8601 are in order. */
function comparison(
  operator: string,
  compare: (left: number | string, right: number | string) => boolean,
): BinaryOperation {
  return (evaluation, left, right) => {
    if (typeof left === 'number' && typeof right === 'number') return compare(left, right)
    if (typeof left !== 'string' || typeof right !== 'string')
      throw mismatch(operator, 'two numbers or two texts', left, right)
    chargeText(evaluation, Math.min(left.length, right.length))
    return compare(left, right)
  }
}

function isIn(evaluation: Evaluation, left: unknown, right: unknown): boolean {
  if (Array.isArray(right)) {
    charge(evaluation, right.length)
    return right.some((item) => areEqual(evaluation, left, item))
  }
  if (isObject(right)) {
    if (typeof left !== 'string') return false
    chargeText(evaluation, left.length)
    return Object.hasOwn(right, left)
  }
  throw new EvaluationError(`\`in\` needs a list or an object on its right side, but has ${typeOf(right)}.`)
}

export const binaryOperations: Readonly<Record<string, BinaryOperation>> = {
  '+': add,
  '-': arithmetic('-', (left, right) => left - right),
  '*': arithmetic('*', (left, right) => left * right),
  '/': division('/', (left, right) => left / right),
  '%': division('%', (left, right) => left % right),
  '<': comparison('<', (left, right) => left < right),
  '<=': comparison('<=', (left, right) => left <= right),
  '>': comparison('>', (left, right) => left > right),
  '>=': comparison('>=', (left, right) => left >= right),
  '==': areEqual,
  '!=': (evaluation, left, right) => !areEqual(evaluation, left, right),
  in: isIn,
}
