// Functions of numbers, lists and objects, and conversions.
import { exactInteger, parseJson } from '@parley/rules'
import { isNestedDeeper, maxJsonDepth } from '#server/platform/text/json-depth.ts'
import { EvaluationError } from '../errors.ts'
import { charge, type Evaluation } from '../evaluation.ts'
import { toJson } from '../limit-size.ts'
import { addition } from '../operators.ts'
import { calculate, finite, isNumber, isObject, textOf, typeOf } from '../values.ts'
import { type ExpressionFunction, listArgument, numberArgument, textArgument } from './function.ts'

/** As in JSON, with spaces around it. */
const numberText = /^\s{0,16}-?\d{1,40}(?:\.\d{1,40})?(?:[eE][+-]?\d{1,3})?\s{0,16}$/

/** In the worst case, every second character is a value, as in `[1,1,1]`. */
const parsedCharactersPerStep = 3

/** Digits without a decimal point or an exponent stay exact. */
function toNumber(name: string, value: unknown): number | bigint {
  if (isNumber(value)) return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'string' && value.length <= 128 && numberText.test(value))
    return /[.eE]/.test(value) ? finite(Number(value)) : exactInteger(BigInt(value))
  throw new EvaluationError(`\`${name}\` needs a number or a text with a number, but has ${typeOf(value)}.`)
}

function numbersOf(evaluation: Evaluation, name: string, args: readonly unknown[]): (number | bigint)[] {
  const values = args.length === 1 && Array.isArray(args[0]) ? args[0] : args
  charge(evaluation, values.length)
  return values.map((value) => numberArgument(name, value))
}

function extreme(
  name: string,
  description: string,
  result: number,
  isBetter: (a: number | bigint, b: number | bigint) => boolean,
) {
  return {
    name,
    description,
    example: `${name}([3, 1, 2])`,
    result,
    argumentCount: [1, 8],
    run(evaluation, args) {
      const numbers = numbersOf(evaluation, name, args)
      if (numbers.length === 0) throw new EvaluationError(`\`${name}\` needs at least one number.`)
      return numbers.reduce((best, number) => (isBetter(number, best) ? number : best))
    },
  } satisfies ExpressionFunction as ExpressionFunction
}

export const valueFunctions: readonly ExpressionFunction[] = [
  {
    name: 'size',
    description: 'The number of characters of a text, items of a list, or properties of an object.',
    example: 'size([1, 2])',
    result: 2,
    argumentCount: [1, 1],
    run(evaluation, [value]) {
      if (Array.isArray(value)) return value.length
      if (isObject(value)) {
        const count = Object.keys(value).length
        charge(evaluation, count)
        return count
      }
      return textArgument('size', value).length
    },
  },
  {
    name: 'int',
    description: 'Converts a text or a number to an integer, without its decimal places.',
    example: 'int("12.7")',
    result: 12,
    argumentCount: [1, 1],
    run: (_, [value]) => {
      const number = toNumber('int', value)
      return typeof number === 'bigint' ? number : Math.trunc(number) + 0
    },
  },
  {
    name: 'double',
    description: 'Converts a text to a number.',
    example: 'double("12.5")',
    result: 12.5,
    argumentCount: [1, 1],
    run: (_, [value]) => Number(toNumber('double', value)),
  },
  {
    name: 'string',
    description: 'Converts a value to a text.',
    example: 'string(12)',
    result: '12',
    argumentCount: [1, 1],
    run: (evaluation, [value]) => textOf(evaluation, value),
  },
  {
    name: 'round',
    description: 'Rounds a number to a number of decimal places, by default none.',
    example: 'round(2.345, 1)',
    result: 2.3,
    argumentCount: [1, 2],
    run(_, [value, digits = 0]) {
      const places = Number(numberArgument('round', digits))
      const number = numberArgument('round', value)
      if (!(Number.isInteger(places) && places >= 0 && places <= 10))
        throw new EvaluationError('`round` needs 0 to 10 decimal places.')
      return typeof number === 'bigint' ? number : Number(number.toFixed(places)) + 0
    },
  },
  extreme('min', 'The smallest of up to eight numbers, or of a list.', 1, (a, b) => a < b),
  extreme('max', 'The largest of up to eight numbers, or of a list.', 3, (a, b) => a > b),
  {
    name: 'sum',
    description: 'The sum of the numbers of a list.',
    example: 'sum([1, 2.5])',
    result: 3.5,
    argumentCount: [1, 1],
    run: (evaluation, [list]) =>
      numbersOf(evaluation, 'sum', listArgument('sum', list)).reduce(
        (sum, number) => calculate(addition, sum, number),
        0,
      ),
  },
  {
    name: 'first',
    description: 'The first item of a list, or null.',
    example: 'first(["a", "b"])',
    result: 'a',
    argumentCount: [1, 1],
    run: (_, [list]) => listArgument('first', list)[0] ?? null,
  },
  {
    name: 'last',
    description: 'The last item of a list, or null.',
    example: 'last(["a", "b"])',
    result: 'b',
    argumentCount: [1, 1],
    run: (_, [list]) => listArgument('last', list).at(-1) ?? null,
  },
  {
    name: 'unique',
    description: 'The items of a list without repetitions.',
    example: 'unique([1, 2, 1])',
    result: [1, 2],
    argumentCount: [1, 1],
    run(evaluation, [list]) {
      const items = new Map<string, unknown>()
      for (const item of listArgument('unique', list)) {
        const key = toJson(evaluation, item)
        charge(evaluation, 1)
        if (!items.has(key)) items.set(key, item)
      }
      return [...items.values()]
    },
  },
  {
    name: 'keys',
    description: 'The names of the properties of an object.',
    example: 'keys({"a": 1, "b": 2})',
    result: ['a', 'b'],
    argumentCount: [1, 1],
    run(evaluation, [value]) {
      if (!isObject(value)) throw new EvaluationError(`\`keys\` needs an object, but has ${typeOf(value)}.`)
      const keys = Object.keys(value)
      charge(evaluation, keys.length)
      return keys
    },
  },
  {
    name: 'json',
    description: 'Converts a value to JSON.',
    example: 'json({"a": [1]})',
    result: '{"a":[1]}',
    argumentCount: [1, 1],
    run: (evaluation, [value]) => toJson(evaluation, value),
  },
  {
    name: 'parseJson',
    description: 'Reads a text as JSON.',
    example: `parseJson('{"a": 1}').a`,
    result: 1,
    argumentCount: [1, 1],
    run(evaluation, [value]) {
      const text = textArgument('parseJson', value)
      charge(evaluation, text.length / parsedCharactersPerStep)
      let parsed: unknown
      try {
        parsed = parseJson(text)
      } catch {
        throw new EvaluationError('`parseJson` needs a text with valid JSON.')
      }
      if (isNestedDeeper(parsed, maxJsonDepth)) throw new EvaluationError('The JSON is nested deeper than 32 levels.')
      return parsed
    },
  },
]
