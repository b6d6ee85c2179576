// Tests of checking the references of a flow.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkReferences } from './check-references.ts'

type Step = Parameters<typeof checkReferences>[0]['steps'][number]

const step = (name: string, input: Record<string, unknown> = {}, type = 'sms'): Step => ({ name, type, input })
const branches = (positive: Step[], negative: Step[] = []) =>
  Object.fromEntries([
    ['then', positive],
    ['else', negative],
  ])
const noSpecialInputs = { literal: () => [], expressions: () => [] }
const check = (...steps: Step[]) => checkReferences({ steps }, noSpecialInputs)

test('steps refer to earlier ones', () => {
  assert.deepEqual(check(step('a'), step('b', { to: '{{steps.a.x}} {{trigger.y}}' })), [])
  assert.deepEqual(check(step('a', { to: ['{{steps.b.x}}'] }), step('b', { to: '{{steps.b}} {{steps.c}}' })), [
    { path: 'steps.0.input.to.0', message: 'The step `b` does not run before this one.' },
    { path: 'steps.1.input.to', message: 'The step `b` does not run before this one.' },
    { path: 'steps.1.input.to', message: 'There is no step `c`.' },
  ])
  assert.match(check(step('a', { x: '{{steps}}' }))[0]!.message, /by its name/)
  assert.match(check(step('a', { x: '{{steps["a" + "b"]}}' }))[0]!.message, /by its name/)
})

test('steps of a branch are known after the condition, and not in the other branch', () => {
  const inThen = step('t', { x: '{{steps.a}}' })
  const inElse = step('e', { x: '{{steps.t}}' })
  const faults = check(
    step('a'),
    step('c', branches([inThen], [inElse])),
    step('z', { x: '{{steps.t}}{{steps.e}}{{steps.c}}' }),
  )
  assert.deepEqual(faults, [
    { path: 'steps.1.input.else.0.input.x', message: 'The step `t` does not run before this one.' },
  ])
})

test('steps of a loop are known in the rest of its body, as are its item and its index', () => {
  const body = [step('x', { v: '{{item.id}} {{index}} {{steps.a}}' }), step('y', { v: '{{steps.x}}' })]
  const faults = check(
    step('a'),
    step('l', { items: '{{item}}', steps: body }),
    step('z', { x: '{{steps.y}}{{steps.l}}{{index}}' }),
  )
  assert.deepEqual(faults, [
    { path: 'steps.1.input.items', message: '`item` is only known inside a loop.' },
    { path: 'steps.2.input.x', message: 'The step `y` does not run before this one.' },
    { path: 'steps.2.input.x', message: '`index` is only known inside a loop.' },
  ])
})

test('expressions that do not compile are reported with their path, at most 100', () => {
  assert.deepEqual(check(step('a', { x: { y: '{{1 +}}' } })), [
    { path: 'steps.0.input.x.y', message: 'The expression is not valid at character 4: it ends too early.' },
  ])
  assert.equal(check(step('a', { x: Array(500).fill('{{') })).length, 100)
})

test('inputs of a type can be literal, or expressions without braces', () => {
  const steps = [step('a', { source: '{{' }, 'code'), step('c', { if: 'steps.a == steps.z' }, 'condition')]
  const flow = { steps }
  const inputs = {
    literal: (type: string) => (type === 'code' ? ['source'] : []),
    expressions: (type: string) => (type === 'condition' ? ['if'] : []),
  }
  assert.deepEqual(checkReferences(flow, inputs), [{ path: 'steps.1.input.if', message: 'There is no step `z`.' }])
  assert.deepEqual(
    checkReferences({ ...flow, steps: [step('c', { if: '1 +' }, 'condition')] }, inputs).map(({ path }) => path),
    ['steps.0.input.if'],
  )
  assert.equal(checkReferences(flow, noSpecialInputs).length, 1)
})

test('steps that are nested too deeply are refused', () => {
  let nested = step('s')
  for (let level = 0; level < 200; level++) nested = step(`s${level}`, branches([nested]))
  assert.match(check(nested)[0]!.message, /nested too deeply/)
})

test('in a list of steps, exactly the references to earlier steps are valid', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9), { minLength: 1, maxLength: 10 }), (targets) => {
      const steps = targets.map((target, index) => step(`s${index}`, { x: `{{steps.s${target}.v}}` }))
      const invalid = targets.filter((target, index) => target >= index).length
      assert.equal(check(...steps).length, invalid)
    }),
  )
})
