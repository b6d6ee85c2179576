// Tests of the limits of expressions.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { assertCost } from '#testing/measure/processor-time.ts'
import { compileExpression } from './compile-expression.ts'
import { EvaluationError, InvalidExpression } from './errors.ts'
import { maxSteps, type Scope } from './evaluation.ts'

const scopeOf = (trigger: unknown): Scope => ({
  trigger,
  steps: {},
  now: '2026-03-01T10:00:00.000Z',
  run: { id: 'r-1' },
})

describe('the work of an expression is limited', () => {
  const big = 'a'.repeat(2 ** 20)
  const trigger = {
    list: Array.from({ length: 1_000 }, (_, index) => index),
    big,
    digits: '1'.repeat(2 ** 20),
    half: `b${'a'.repeat(2 ** 19)}`,
    object: Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, index])),
    zones: Array.from({ length: 1_000 }, (_, index) => zoneInMixedCase(index)),
  }
  const shared = `[[trigger.list]]${'.map(a, [a, a])'.repeat(50)}`
  const nested = `[1]${'.map(a, [[[a]]])'.repeat(50)}`
  const sources = [
    'trigger.list.all(a, trigger.list.all(b, trigger.list.all(c, a + b + c >= 0)))',
    `[[1, 2]]${'.map(x, x + x)'.repeat(60)}`,
    `["ab"]${'.map(x, x + x)'.repeat(60)}`,
    'trigger.big + trigger.big',
    'trigger.big.contains(trigger.half)',
    'trigger.big.replace("a", trigger.big)',
    'trigger.big.split("a")',
    'trigger.list.map(x, trigger.big.upper())',
    'trigger.list.map(x, trigger.object.exists(k, true))',
    'trigger.list.map(x, trigger.object == trigger.object.map(k, k))',
    'trigger.list.map(x, json(trigger))',
    'trigger.list.map(x, phone("030 901820", "DE"))',
    'trigger.list.map(x, trigger.list.map(y, formatDate(now, "Europe/Berlin")))',
    'trigger.list.map(x, trigger.big == trigger.big + "")',
    'int(trigger.digits)',
    'addDuration(now, trigger.digits)',
    'date(trigger.digits)',
    'trigger.list.filter(x, trigger.list.exists(y, [x, y] in trigger.list.map(z, [z, z])))',
    'trigger.list.map(x, trigger.list.map(y, trigger.list + [1] == trigger.list + [2]))',
    'trigger.list.map(x, trigger.list.map(y, {} == trigger.object))',
    'trigger.list.map(x, trigger.list.map(y, default(lower(trigger.nothing), 1)))',
    'trigger.list.map(x, trigger.list.map(y, trigger.big.substring(x) in trigger.object))',
    'trigger.list.map(x, trigger.list.map(y, trigger.object[?trigger.big.substring(x)]))',
    'trigger.zones.map(zone, formatDate(now, zone))',
    ...[shared, nested].flatMap((value) => [
      value,
      `json(${value})`,
      `string(${value})`,
      `unique(${value})`,
      `join(${value})`,
      `{"a": ${value}}`,
      `${value} == ${value}`,
      `${value} in [${value}]`,
      `contains([${value}], ${value})`,
    ]),
  ]
  for (const source of sources)
    test(source.slice(0, 70), () => {
      const expression = compileExpression(source)
      return assertCost(1_000, () => assert.throws(() => expression.evaluate(scopeOf(trigger)), EvaluationError))
    })
})

/** Names of zones are not case-sensitive, and each name has a formatter of its own. */
function zoneInMixedCase(index: number): string {
  const isUpper = (position: number) => position < 10 && (index >> position) % 2 === 1
  return [...'america/argentina/ushuaia'].map((c, at) => (isUpper(at) ? c.toUpperCase() : c)).join('')
}

test('values with shared parts are read a limited number of times, and results have a limited size', () => {
  let reads = 0
  const read = (list: string[], key: string | symbol) => {
    reads++
    return Reflect.get(list, key)
  }
  const part = new Proxy(['x'], { get: read })
  const operations: ((list: string) => string)[] = [
    (list) => `${list}.map(a, [a, a])`,
    (list) => `${list}.map(a, [a, a, a, a, a, a, a, a])`,
    (list) => `${list}.map(a, {"k": a, "l": [a, 1.5]})`,
    (list) => `${list}.map(a, [a] + [a, "b"])`,
    (list) => `${list}.map(a, [[[[a]]]])`,
    (list) => `${list}.map(a, json(a))`,
    (list) => `${list}.map(a, string(a) + "c")`,
    (list) => `${list}.map(a, unique([a, [a]]))`,
    (list) => `${list}.map(a, parseJson(json(a)))`,
    (list) => `${list}.filter(a, a == a && !(a in [[a]]))`,
    (list) => `${list} + ${list}`,
    (list) => `[${list}, ${list}]`,
    (list) => `unique(${list})`,
    (list) => `[${list} == ${list}, ${list} in [${list}]]`,
    (list) => `[json(${list})]`,
    (list) => `[{"text": string(${list})}]`,
  ]
  const repeated = fc.tuple(fc.constantFrom(...operations), fc.integer({ min: 1, max: 25 }))
  const source = fc
    .tuple(fc.constantFrom('[trigger]', '[{"k": trigger}]', '[1, trigger]'), fc.array(repeated, { maxLength: 5 }))
    .map(([start, chosen]) => {
      const next = (list: string, [operation, count]: (typeof chosen)[number]) => {
        for (let time = 0; time < count && operation(list).length < 4_000; time++) list = operation(list)
        return list
      }
      return chosen.reduce(next, start)
    })
  const outcomes = new Set<string>()
  fc.assert(
    fc.property(source, (text) => {
      reads = 0
      try {
        const result = compileExpression(text).evaluate(scopeOf(part))
        // Escaped quotes count once.
        assert.ok(JSON.stringify(result).length < 2.5 * 2 ** 20)
        outcomes.add('result')
      } catch (error) {
        assert.ok(error instanceof InvalidExpression || error instanceof EvaluationError, String(error))
        outcomes.add(error.message)
      }
      assert.ok(reads < 20 * maxSteps, `${reads} reads`)
    }),
    { numRuns: 500 },
  )
  for (const expected of ['result', 'The value is larger than 1 MB.', 'The result is larger than 1 MB.'])
    assert.ok(outcomes.has(expected), [...outcomes].join())
})
