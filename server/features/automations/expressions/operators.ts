// The operators of expressions. Numbers are those of JSON, so 7 / 2 is 3.5, and integers are exact at any size.
import { EvaluationError } from './errors.ts'
import { charge, chargeText, type Evaluation } from './evaluation.ts'
import { type Arithmetic, areEqual, calculate, isNumber, isObject, typeOf } from './values.ts'

export type BinaryOperation = (evaluation: Evaluation, left: unknown, right: unknown) => unknown

function mismatch(operator: string, expected: string, left: unknown, right: unknown): EvaluationError {
  return new EvaluationError(`\`${operator}\` needs ${expected}, but has ${typeOf(left)} and ${typeOf(right)}.`)
}

export const addition: Arithmetic = {
  numbers: (left, right) => left + right,
  integers: (left, right) => left + right,
}

function add(evaluation: Evaluation, left: unknown, right: unknown): unknown {
  if (isNumber(left) && isNumber(right)) return calculate(addition, left, right)
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

function arithmetic(operator: string, operation: Arithmetic): BinaryOperation {
  return (_, left, right) => {
    if (!isNumber(left) || !isNumber(right)) throw mismatch(operator, 'two numbers', left, right)
    return calculate(operation, left, right)
  }
}

function division(operator: string, { numbers, ...others }: Arithmetic): BinaryOperation {
  return arithmetic(operator, {
    ...others,
    numbers: (left, right) => {
      if (right === 0) throw new EvaluationError('A number cannot be divided by zero.')
      return numbers(left, right)
    },
  })
}

/** Compares numbers, and texts by their UTF-16 code units, so that dates in ISO 8601 are in order. */
function comparison(
  operator: string,
  compare: (left: number | bigint | string, right: number | bigint | string) => boolean,
): BinaryOperation {
  return (evaluation, left, right) => {
    if (isNumber(left) && isNumber(right)) return compare(left, right)
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
  '-': arithmetic('-', { numbers: (left, right) => left - right, integers: (left, right) => left - right }),
  '*': arithmetic('*', { numbers: (left, right) => left * right, integers: (left, right) => left * right }),
  '/': division('/', { numbers: (left, right) => left / right }),
  '%': division('%', { numbers: (left, right) => left % right, integers: (left, right) => left % right }),
  '<': comparison('<', (left, right) => left < right),
  '<=': comparison('<=', (left, right) => left <= right),
  '>': comparison('>', (left, right) => left > right),
  '>=': comparison('>=', (left, right) => left >= right),
  '==': areEqual,
  '!=': (evaluation, left, right) => !areEqual(evaluation, left, right),
  in: isIn,
}
