// Tests of conditions: what is built opens again, and other expressions stay as they are.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  type Comparison,
  hasOperand,
  isOrder,
  type Operand,
  operators,
  readCondition,
  writeCondition,
} from './condition.ts'
import type { ValuePath } from './value-path.ts'

const key = fc.oneof(
  fc.constantFrom('body', 'amount', 'first name', 'in', 'true', 'default', 'trigger', '', '"', "it's", '&&', '0'),
  fc.string({ unit: 'binary' }),
  fc.nat({ max: 20 }),
)
const path: fc.Arbitrary<ValuePath> = fc
  .tuple(fc.constantFrom('trigger', 'steps', 'item', 'index', 'now', 'run'), fc.array(key, { maxLength: 4 }))
  .map(([root, keys]) => [root, ...keys])
const text = fc.oneof(
  fc.constantFrom('', 'gold', 'a || b', 'x && y', '"', '\\', "'", '\n', '5', 'true', 'trigger.name', ') in ["'),
  fc.string({ unit: 'binary' }),
)
const number = fc.oneof(fc.integer(), fc.bigInt(), fc.constantFrom('0.5', '-12.25', '007')).map(String)
const operand: fc.Arbitrary<Operand> = fc.oneof(
  text.map((value): Operand => ({ kind: 'text', text: value })),
  number.map((value): Operand => ({ kind: 'number', text: value })),
  fc.boolean().map((isTrue): Operand => ({ kind: 'truth', isTrue })),
  path.map((value): Operand => ({ kind: 'path', path: value })),
)
const comparison: fc.Arbitrary<Comparison> = fc
  .record({ path, operator: fc.constantFrom(...operators), operand, isStrict: fc.boolean(), isConverted: fc.boolean() })
  .chain(({ operand: one, isStrict, isConverted, ...others }) =>
    fc.array(text, { minLength: 1, maxLength: 3 }).map((texts) => ({
      ...others,
      ...(hasOperand(others.operator) && {
        operand: others.operator === 'oneOf' ? { kind: 'texts' as const, texts } : one,
      }),
      ...(hasOperand(others.operator) && isStrict && { isStrict }),
      ...(isOrder(others.operator) && isConverted && { isConverted }),
    })),
  )

describe('a condition', () => {
  it('is the same after it was written as an expression and read again', () => {
    fc.assert(
      fc.property(fc.array(comparison, { maxLength: 4 }), fc.constantFrom('all', 'any'), (comparisons, wanted) => {
        const match = comparisons.length > 1 ? wanted : 'all'
        const condition = { match, comparisons } as const
        assert.deepEqual(readCondition(writeCondition(condition)), condition)
      }),
      { numRuns: 200 },
    )
  })

  it('opens for expressions that people write', () => {
    const operandOf = (expression: string) =>
      readCondition(expression)?.comparisons.map(({ operator, operand: one }) => [operator, one])
    assert.deepEqual(operandOf('trigger.amount>100'), [['greater', { kind: 'number', text: '100' }]])
    assert.deepEqual(operandOf('trigger.tier == \'gold\' && !steps.ask.body.tags.contains("new")'), [
      ['is', { kind: 'text', text: 'gold' }],
      ['containsNot', { kind: 'text', text: 'new' }],
    ])
    assert.deepEqual(operandOf('trigger.status in ["busy", "no-answer"]'), [
      ['oneOf', { kind: 'texts', texts: ['busy', 'no-answer'] }],
    ])
  })

  it('does not open for other expressions', () => {
    for (const expression of [
      'true',
      'trigger.a + 1 > 2',
      'trigger.a == 1 || trigger.b == 2 && trigger.c == 3',
      '!(trigger.a == 1)',
      'default(trigger.a, null) != null',
      'default(trigger.a, "x") == "y"',
      'size(trigger.items) > 2',
      'trigger.?a == 1',
      'trigger.a == "\\x41"',
      'trigger.a == r"x"',
      'trigger.a == 1 &&',
      'trigger.items.exists(item, item > 1)',
      '"a" == trigger.a',
    ])
      assert.equal(readCondition(expression), undefined, expression)
  })
})
