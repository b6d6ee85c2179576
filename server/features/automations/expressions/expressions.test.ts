// Tests of compiling and evaluating expressions.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { compileExpression } from './compile-expression.ts'
import { EvaluationError, InvalidExpression, UnresolvedReference } from './errors.ts'
import type { Scope } from './evaluation.ts'
import { expressionFunctions } from './functions/index.ts'

const scope: Scope = {
  trigger: {
    amount: 120,
    phone: '030 901820',
    items: [
      { price: 2, kind: 'a' },
      { price: 3, kind: 'b' },
    ],
    none: null,
  },
  steps: { lookup: { body: { tier: 'gold', 'first name': 'Anna' } } },
  now: '2026-03-01T10:00:00.000Z',
  run: { id: 'r-1' },
}

const evaluate = (source: string, trigger: unknown = scope.trigger): unknown =>
  compileExpression(source).evaluate({ ...scope, trigger })

describe('the value of an expression', () => {
  const cases: [string, unknown][] = [
    ['trigger.amount > 100 && steps.lookup.body.tier == "gold"', true],
    ['trigger.amount + 1', 121],
    ['7 / 2', 3.5],
    ['trigger.amount % 7 == 1 ? "odd" : "even"', 'odd'],
    ['steps["lookup"].body["first name"] + "!"', 'Anna!'],
    ['trigger.items[1].price', 3],
    ['trigger.items.map(x, x.price * 2)', [4, 6]],
    ['trigger.items.filter(i, i.kind == "b")', [{ price: 3, kind: 'b' }]],
    [
      'trigger.items.map(x, trigger.items.map(y, x.price * y.price))',
      [
        [4, 6],
        [6, 9],
      ],
    ],
    ['sum(trigger.items.map(x, x.price))', 5],
    ['"gold" in ["silver", steps.lookup.body.tier]', true],
    ['"amount" in trigger', true],
    ['"constructor" in trigger', false],
    ['{"a": [1, true, null]}', { a: [1, true, null] }],
    ['trigger.none', null],
    ['trigger.none == null', true],
    ['trigger.?nothing.more', null],
    ['has(trigger.nothing.more)', false],
    ['has(trigger.none)', true],
    ['default(steps.later.total, 5)', 5],
    ['default(lower(trigger.nothing), "x")', 'x'],
    ['false && trigger.nothing', false],
    ['[1, {"a": 2}] == [1.0, {"a": 2}]', true],
    ['now > "2026-01-01" && run.id == "r-1"', true],
    ['!(-trigger.amount < 0)', false],
  ]
  for (const [source, expected] of cases) test(source, () => assert.deepEqual(evaluate(source), expected))
})

describe('an integer that a number cannot hold exactly', () => {
  const id = 9223372036854775807n
  const cases: [string, unknown][] = [
    ['trigger.id', id],
    ['"no. " + string(trigger.id)', 'no. 9223372036854775807'],
    ['json(trigger)', '{"id":9223372036854775807,"text":"9223372036854775807"}'],
    ['parseJson(json([trigger.id]))[0]', id],
    ['trigger.id == 9223372036854775807', true],
    ['trigger.id == 9223372036854775806', false],
    ['trigger.id == trigger.text', false],
    ['trigger.id == int(trigger.text) && string(trigger.id) == trigger.text', true],
    ['trigger.id in [1, 9223372036854775807]', true],
    ['unique([trigger.id, trigger.id - 1, trigger.id])', [id, id - 1n]],
    ['trigger.id > 9223372036854775806 && trigger.id < 1e30', true],
    ['max([1, trigger.id, 2.5])', id],
    ['trigger.id + 1', id + 1n],
    ['-trigger.id', -id],
    ['trigger.id * 10', id * 10n],
    ['trigger.id % 1000', 807],
    ['trigger.id - trigger.id', 0],
    ['9007199254740991 + 2', 9007199254740993n],
    ['sum([9007199254740991, 2])', 9007199254740993n],
    ['trigger.id / 2', Number(id) / 2],
    ['trigger.id + 0.5', Number(id) + 0.5],
    ['double(trigger.id)', Number(id)],
    ['round(trigger.id)', id],
    ['[trigger.id].join(",")', '9223372036854775807'],
  ]
  for (const [source, expected] of cases)
    test(source, () => assert.deepEqual(evaluate(source, { id, text: String(id) }), expected))

  test('cannot grow without limit', () => {
    assert.throws(() => evaluate('trigger.x * trigger.x', { x: 10n ** 200n }), /not a finite number/)
    assert.throws(() => evaluate('trigger.x % 0', { x: 10n ** 20n }), /divided by zero/)
  })
})

test('every documented example has the documented result', () => {
  for (const { name, example, result, description } of expressionFunctions) {
    assert.deepEqual(evaluate(example), result, name)
    assert.match(description, /\.$/)
  }
})

test('an absent reference is named', () => {
  for (const path of ['trigger.nothing', 'steps.later.total', 'trigger.items[2].price', 'trigger.none.x', 'item.id'])
    assert.throws(
      () => evaluate(path),
      (error: unknown) => error instanceof UnresolvedReference && error.path === path,
    )
  for (const source of ['trigger.constructor', 'trigger.__proto__', 'trigger.items.length', '"a".length'])
    assert.throws(() => evaluate(source), UnresolvedReference)
  assert.throws(() => evaluate('trigger.?nothing + 1'), UnresolvedReference)
})

test('references are found without evaluation', () => {
  const references = (source: string) => compileExpression(source).references
  assert.deepEqual(references('trigger.a["b"].c[0] + steps.x.y[trigger.key].z'), [
    ['trigger', 'a', 'b', 'c', '0'],
    ['steps', 'x', 'y'],
    ['trigger', 'key'],
  ])
  assert.deepEqual(references('steps.list.map(steps, steps.a + trigger.?b)'), [
    ['steps', 'list'],
    ['trigger', 'b'],
  ])
  assert.deepEqual(references('default(trigger.a, has(item.b))'), [
    ['trigger', 'a'],
    ['item', 'b'],
  ])
  assert.deepEqual(references('steps[trigger.a].b.c')[0], ['steps'])
})

describe('an invalid expression has a position and a reason', () => {
  const cases: [string, RegExp][] = [
    ['trigger.', /character 9: it ends too early/],
    ['1 +', /ends too early/],
    ['  ', /empty/],
    ['foo.bar', /`foo` is unknown/],
    ['foo(1)', /no function `foo`/],
    ['trigger.a.matches("(a+)+$")', /no function `matches`/],
    ['duration("1h")', /no function/],
    ['cel.bind(x, 1, x)', /no function `bind`|unknown/],
    ['lower()', /1 arguments/],
    ['b"abc"', /not supported/],
    ['9'.repeat(400), /too large/],
    ['{"a": 1, "a": 2}', /twice/],
    ['has(1 + 1)', /needs a reference/],
    [`${'('.repeat(200)}1`, /maxDepth/],
    [`1${'+1'.repeat(1_000)}`, /nested too deeply/],
    [`${'!'.repeat(3_000)}true`, /nested too deeply/],
    ['1'.repeat(4_001), /4000 characters/],
  ]
  for (const [source, reason] of cases)
    test(source.slice(0, 40), () => {
      assert.throws(
        () => compileExpression(source),
        (error: unknown) => error instanceof InvalidExpression && reason.test(error.message) && error.position >= 0,
      )
    })
})

test('operands of a wrong type are refused', () => {
  for (const source of ['1 + "a"', 'lower(1)', '!1', '1 && true', '-"a"', '[1] < [2]', '1 in 2', '1 / 0', '1 % 0'])
    assert.throws(() => evaluate(source), EvaluationError, source)
  for (const source of ['1e308 * 10', 'date("tomorrow")', 'date("2026-13-01")', 'addDuration(now, "h")'])
    assert.throws(() => evaluate(source), EvaluationError, source)
  for (const source of ['int("1x")', 'parseJson("{")', 'formatDate(now, "Mars/City")', 'round(1, 99)'])
    assert.throws(() => evaluate(source), EvaluationError, source)
})

test('any text compiles or is refused, and evaluates to JSON or an error', () => {
  const words = ['trigger', '.', '?', 'steps', '[', ']', '(', ')', '"', "'", '1', '+', '{', '}', ':', ',', 'map', 'x']
  const more = ['has', 'default', 'list', '&&', '==', ' ', '-', '!', 'in', '__proto__', 'true', '0x', '1u', '.?', '\\']
  const token = fc.oneof(fc.constantFrom(...words, ...more), fc.string({ maxLength: 3 }))
  const text = fc.array(token, { maxLength: 12 }).map((tokens) => tokens.join(''))
  fc.assert(
    fc.property(text, fc.jsonValue(), (source, value) => {
      try {
        const result = evaluate(source, value)
        assert.equal(typeof JSON.stringify(result), 'string')
      } catch (error) {
        assert.ok(error instanceof InvalidExpression || error instanceof EvaluationError, String(error))
      }
    }),
    { numRuns: 3_000 },
  )
})

test('an object literal with any keys is the object', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.boolean(), fc.string())), (object) => {
      const literal = (value: unknown) => JSON.stringify(value).replace(/[\u007f-\uffff]/g, (c) => c)
      const source = `{${Object.entries(object).map(([key, value]) => `${literal(key)}: ${literal(value)}`)}}`
      assert.equal(JSON.stringify(evaluate(source)), JSON.stringify({ ...object }))
    }),
  )
})

test('equality is that of JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (a, b) => {
      assert.equal(evaluate('trigger[0] == trigger[1]', [a, structuredClone(a)]), true)
      const isEqual = fc.stringify(sorted(a)) === fc.stringify(sorted(b))
      assert.equal(evaluate('trigger[0] == trigger[1]', [a, b]), isEqual)
    }),
  )
})

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value === 'number') return value + 0
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return { entries: entries.map(([key, item]) => [key, sorted(item)]) }
}
