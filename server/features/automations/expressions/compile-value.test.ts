// Tests of values with expressions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertCost } from '#testing/measure/processor-time.ts'
import { compileValue } from './compile-value.ts'
import { EvaluationError, InvalidExpression, UnresolvedReference } from './errors.ts'
import type { Scope } from './evaluation.ts'

const scope = (trigger: unknown): Scope => ({ trigger, steps: {}, now: '2026-03-01T10:00:00.000Z', run: { id: 'r' } })
const resolve = (value: unknown, trigger: unknown = {}): unknown => compileValue(value).resolve(scope(trigger))

test('a text that is one expression keeps the type of the result, and others are texts', () => {
  const trigger = { n: 5, list: [1], none: null, name: 'Anna' }
  assert.deepEqual(resolve({ to: ['{{trigger.n}}', 'x {{ trigger.n }} y'] }, trigger), { to: [5, 'x 5 y'] })
  assert.deepEqual(resolve('{{trigger.list}}', trigger), [1])
  assert.equal(resolve('{{trigger.list}}{{trigger.none}}{{trigger.name}}', trigger), '[1]Anna')
  assert.deepEqual(resolve('{{ {"a": {"b": "}}"}} }}'), { a: { b: '}}' } })
  assert.equal(resolve(`{{'{{'}}name}}`), '{{name}}')
  assert.equal(resolve(`{{ """a"}}b""" }}!`), 'a"}}b!')
  assert.equal(resolve('{{"\\"}}"}}-'), '"}}-')
})

test('a value without expressions is returned as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      fc.pre(!JSON.stringify(value).includes('{{'))
      assert.equal(resolve(value), value)
    }),
  )
  const value = { fixed: { deep: [1] }, to: '{{trigger}}' }
  assert.equal((resolve(value, 1) as typeof value).fixed, value.fixed)
})

test('inserted values are not compiled', () => {
  fc.assert(
    fc.property(fc.string(), fc.jsonValue(), (text, value) => {
      assert.equal(resolve('<{{trigger}}>', text), `<${text}>`)
      assert.equal(resolve('{{trigger}}', value), value)
    }),
  )
  assert.equal(resolve('{{trigger}}.', '{{now}}'), '{{now}}.')
})

test('a literal text in any expression survives the braces and quotes of the template', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('{', '}', '{{', '}}', '"', "'", '\\', 'a', ' ')), (parts) => {
      const text = parts.join('')
      assert.equal(resolve(`<{{ ${JSON.stringify(text)} }}>`), `<${text}>`)
    }),
  )
})

test('keys such as __proto__ stay properties', () => {
  const result = resolve(JSON.parse('{"__proto__": {"x": "{{trigger}}"}, "constructor": "{{trigger}}"}'), 1)
  assert.equal(JSON.stringify(result), '{"__proto__":{"x":1},"constructor":1}')
  assert.equal(Object.getPrototypeOf(result), Object.prototype)
})

test('faults are refused with their position in the text', () => {
  const position = (text: string) => {
    try {
      compileValue([text])
    } catch (error) {
      return error instanceof InvalidExpression ? error.position : error
    }
    return undefined
  }
  assert.equal(position('ab {{trigger.x'), 3)
  assert.equal(position('ab {{trigger.x}'), 3)
  assert.equal(position('ab {{1 + unknown}}'), 9)
  assert.equal(position('{{}}'), 2)
  assert.equal(position('}} {'), undefined)
  const faults: string[] = []
  compileValue({ a: '{{x}}', b: ['{{y}}'] }, { onFault: (path) => faults.push(path.join('.')) })
  assert.deepEqual(faults, ['a', 'b.0'])
})

test('depth, the number of expressions, and sizes are limited', () => {
  let deep: unknown = '{{now}}'
  for (let level = 0; level < 33; level++) deep = [deep]
  assert.throws(() => compileValue(deep), /32 levels/)
  assert.throws(() => compileValue('{{1}}'.repeat(10_001)), /10,000 expressions/)
  assert.equal(resolve('{{1}}'.repeat(10_000)), '1'.repeat(10_000))
  const half = 'a'.repeat(600_000)
  assert.throws(() => resolve('{{trigger}}{{trigger}}', half), EvaluationError)
  assert.throws(() => resolve(['{{trigger}}', '{{trigger}}'], [half]), /larger than 1 MB/)
  assert.throws(() => resolve(Array(300).fill('{{trigger}}'), Array(1_000).fill(1)), /larger than 1 MB/)
  const shared = `[[trigger]]${'.map(a, [a, a])'.repeat(40)}`
  assert.throws(() => resolve(`{{${shared}}}`), /The result is larger than 1 MB/)
  assert.throws(() => resolve(`a {{${shared}}}`), /The value is larger than 1 MB/)
  assert.throws(() => resolve('a {{trigger.x}}', {}), UnresolvedReference)
})

test('a definition of 1 MB is compiled or refused within a second', () =>
  assertCost(1_000, () => {
    for (const part of ['{{', '{{"', '{{{', '{{1}}', "{{'''", '{{a}'])
      try {
        compileValue(part.repeat(2 ** 20 / part.length))
      } catch (error) {
        assert.ok(error instanceof InvalidExpression)
      }
  }))
