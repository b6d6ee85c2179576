// The types of values in expressions, and their comparison and conversion.
import { exactInteger } from '@parley/rules'
import { EvaluationError } from './errors.ts'
import { charge, chargeText, type Evaluation } from './evaluation.ts'
import { checkDepth, toJson } from './limit-size.ts'

export type JsonObject = Record<string, unknown>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The name of the type with its article, for messages. */
export function typeOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'a list'
  switch (typeof value) {
    case 'string':
      return 'a text'
    case 'number':
    case 'bigint':
      return 'a number'
    case 'boolean':
      return 'true or false'
    default:
      return 'an object'
  }
}

/** A member that the value does not inherit; undefined if it is absent. */
export function memberOf(value: unknown, key: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) return typeof key === 'number' ? value[key] : undefined
  return typeof key === 'string' && Object.hasOwn(value, key) ? (value as JsonObject)[key] : undefined
}

const stepsPerItem = 1 / 4

/** An integer that a number cannot hold exactly is a BigInt. */
export const isNumber = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'

/** Compares by content. */
export const areEqual = (evaluation: Evaluation, left: unknown, right: unknown): boolean =>
  areEqualAt(evaluation, left, right, 0)

function areEqualAt(evaluation: Evaluation, left: unknown, right: unknown, depth: number): boolean {
  if (left === right) return true
  // A BigInt and a number are equal if their values are.
  if (isNumber(left) && isNumber(right)) return !(left < right || left > right)
  if (typeof left === 'string' && typeof right === 'string') {
    if (left.length === right.length) chargeText(evaluation, left.length)
    return false
  }
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  checkDepth('value', depth)
  charge(evaluation, 1)
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false
    charge(evaluation, left.length * stepsPerItem)
    return left.every((item, index) => areEqualAt(evaluation, item, right[index], depth + 1))
  }
  const keys = Object.keys(left)
  const otherKeys = Object.keys(right)
  charge(evaluation, keys.length + otherKeys.length)
  if (keys.length !== otherKeys.length) return false
  return keys.every(
    (key) => Object.hasOwn(right, key) && areEqualAt(evaluation, memberOf(left, key), memberOf(right, key), depth + 1),
  )
}

/** How a value is inserted into text: objects and lists as JSON, null as nothing. */
export function textOf(evaluation: Evaluation, value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  if (typeof value === 'object') return toJson(evaluation, value)
  const text = String(value)
  chargeText(evaluation, text.length)
  return text
}

/** JSON has no infinite numbers, and a BigInt may not grow without limit. */
export function finite<T extends number | bigint>(value: T): T {
  if (!Number.isFinite(Number(value))) throw new EvaluationError('The result is not a finite number.')
  return value
}

export interface Arithmetic {
  numbers(left: number, right: number): number
  /** Default: integers are not exact, because their result can be a fraction. */
  integers?(left: bigint, right: bigint): bigint
}

const isInteger = (value: number | bigint): boolean => typeof value === 'bigint' || Number.isSafeInteger(value)

/** Integers are exact at any size, as long as all operands are integers. */
export function calculate({ numbers, integers }: Arithmetic, left: number | bigint, right: number | bigint) {
  const result = numbers(Number(left), Number(right))
  const isExact = typeof left === 'number' && typeof right === 'number' && Number.isSafeInteger(result)
  if (!integers || isExact || !isInteger(left) || !isInteger(right)) return finite(result)
  finite(result)
  return finite(exactInteger(integers(BigInt(left), BigInt(right))))
}
