// Tests of what is derived from a flow: its graph, the values of a step, the faults and the progress of a run.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { faultsOf } from './faults.ts'
import type { Flow, Step } from './flow.ts'
import { graphOf, shapeOf } from './graph.ts'
import { currentStep, progressOf } from './progress.ts'
import { availableAt, triggerExample, usersOf, valuesOf } from './values.ts'

const step = (name: string, type = 'set', input: Record<string, unknown> = {}): Step => ({ name, type, input })
const flow: Flow = {
  trigger: { type: 'webhook' },
  steps: [
    step('first'),
    step('check', 'condition', { if: 'true', then: [step('yes')], else: [step('no')] }),
    step('each', 'loop', { items: [], steps: [step('inner'), step('after_inner')] }),
    step('last'),
  ],
}

describe('the graph of a flow', () => {
  it('has an edge for each place of a step, and joins branches again', () => {
    const { nodes, edges } = graphOf(flow)
    assert.equal(nodes.filter(({ kind }) => kind === 'step').length, 8)
    assert.deepEqual(
      edges.map(({ source, target, branch = '' }) => `${source} ${branch}> ${target}`),
      [
        'trigger > steps.0',
        'steps.0 > steps.1',
        'steps.1 then> steps.1.input.then.0',
        'steps.1.input.then.0 > steps.1.exit',
        'steps.1 else> steps.1.input.else.0',
        'steps.1.input.else.0 > steps.1.exit',
        'steps.1.exit > steps.2',
        'steps.2 steps> steps.2.input.steps.0',
        'steps.2.input.steps.0 > steps.2.input.steps.1',
        'steps.2.input.steps.1 > steps.2.exit',
        'steps.2.exit > steps.3',
        'steps.3 > end',
      ],
    )
    assert.equal(new Set(edges.map(({ id }) => id)).size, edges.length)
  })

  it('has the same shape while fields are edited', () => {
    const edited = flow.steps.map((one) => ({ ...one, name: `${one.name}_2` }))
    assert.equal(shapeOf(edited), shapeOf(flow.steps))
    assert.notEqual(shapeOf([...flow.steps, step('more')]), shapeOf(flow.steps))
  })
})

describe('the values of a step', () => {
  const names = (path: string) => availableAt(flow, path).steps.map(({ name }) => name)

  it('are those of steps before it, without the other branch and without the inside of loops', () => {
    assert.deepEqual(names('steps.0'), [])
    assert.deepEqual(names('steps.1.input.else.0'), ['first', 'check'])
    assert.deepEqual(names('steps.2.input.steps.1'), ['first', 'check', 'yes', 'no', 'inner'])
    assert.deepEqual(names('steps.3'), ['first', 'check', 'yes', 'no', 'each'])
    assert.equal(availableAt(flow, 'steps.2.input.steps.0').isInLoop, true)
    assert.equal(availableAt(flow, 'steps.3').isInLoop, false)
  })

  it('are also those of the request for a webhook, unless its body has them', () => {
    const webhook: Flow = { ...flow, trigger: { type: 'webhook' } }
    const example = triggerExample(webhook, { a: 1, method: 'x' }, undefined)
    assert.deepEqual(example, { a: 1, method: 'x', query: {}, headers: {} })
    assert.deepEqual(triggerExample(webhook, undefined, undefined), { method: 'POST', query: {}, headers: {} })
    assert.deepEqual(triggerExample({ ...flow, trigger: { type: 'manual' } }, { a: 1 }, undefined), { a: 1 })
  })

  it('are listed with what the latest run had there', () => {
    const outputs = new Map([['first', { body: { 'tier-name': 'gold' } }]])
    const values = valuesOf(availableAt(flow, 'steps.1'), { trigger: { items: [{ id: 7 }] }, outputs })
    assert.deepEqual(
      values.filter(({ group }) => group !== 'run').map(({ expression }) => expression),
      [
        'steps.first',
        'steps.first.body',
        'steps.first.body["tier-name"]',
        'trigger',
        'trigger.items',
        'trigger.items[0]',
        'trigger.items[0].id',
      ],
    )
    assert.equal(values.find(({ expression }) => expression.endsWith('.id'))?.example, 7)
  })

  it('name the steps that use an output', () => {
    const using = { ...flow, steps: [...flow.steps, step('user', 'set', { values: { x: '{{steps.first.x}}' } })] }
    assert.deepEqual(usersOf(using, 'first'), ['user'])
  })
})

describe('the faults of a flow', () => {
  it('belong to the step and the field that the server names', () => {
    const faults = [
      { path: 'steps.1.input.then.0.input.values.x', message: 'Wrong.' },
      { path: 'trigger.input.cron', message: 'No times.' },
      { path: '', message: 'Too large.' },
    ]
    assert.deepEqual(faultsOf({ body: { faults }, message: 'Wrong.' }, flow), [
      { step: 'yes', field: 'input.values.x', message: 'Wrong.' },
      { step: 'trigger', field: 'input.cron', message: 'No times.' },
      { step: undefined, field: '', message: 'Too large.' },
    ])
  })

  it('are the message if the server names no step', () => {
    assert.deepEqual(faultsOf({ message: 'The flow has no steps.' }, flow), [
      { step: undefined, field: '', message: 'The flow has no steps.' },
    ])
  })
})

describe('the progress of a run', () => {
  const ran = (name: string, status: string, output: unknown = {}) => ({
    name,
    path: name,
    status,
    classification: 'ok',
    error: null,
    output,
    duration_ms: 5,
  })

  it('is where the run is now', () => {
    const done = [ran('first', 'SUCCEEDED'), ran('check', 'SUCCEEDED', { result: false })]
    assert.equal(currentStep(flow.steps, []), 'first')
    assert.equal(currentStep(flow.steps, done), 'no')
    assert.equal(currentStep(flow.steps, [...done, ran('no', 'SUCCEEDED')]), 'each')
    assert.equal(progressOf(flow, { status: 'RUNNING', steps: done }).get('no')?.state, 'RUNNING')
    assert.equal(progressOf(flow, { status: 'FAILED', steps: done }).get('no'), undefined)
  })

  it('counts the rounds of loops, and shows a failure of any of them', () => {
    const steps = [ran('inner', 'SUCCEEDED'), ran('inner', 'FAILED'), ran('inner', 'SUCCEEDED')]
    const state = progressOf(flow, { status: 'FAILED', steps }).get('inner')
    assert.deepEqual(state, { state: 'FAILED', durationMs: 15, rounds: 3 })
  })
})
