// Tests of the changes of flows: any sequence of them leaves a flow that the API's format allows.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { duplicateStep, insertStep, moveStep, placeBeside, removeStep, renameStep, setInput } from './edit.ts'
import { asFlow, branchesOf, type Flow, locate, type Place } from './flow.ts'
import { graphOf } from './graph.ts'
import { changeHistory, type History, historyOf } from './history.ts'

const types = ['set', 'condition', 'loop', 'delay', 'http_request'] as const
const empty: Flow = { trigger: { type: 'webhook' }, steps: [] }

/** Every place for a step, as the page offers them. */
const placesOf = (flow: Flow): Place[] => graphOf(flow).edges.map(({ place }) => place)

const pick = <T>(list: readonly T[], number: number): T | undefined => list[number % Math.max(1, list.length)]

const operation = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), at: fc.nat(), type: fc.constantFrom(...types) }),
  fc.record({ kind: fc.constantFrom('remove', 'duplicate', 'up', 'down', 'rename', 'field'), at: fc.nat() }),
  fc.record({ kind: fc.constant('move' as const), at: fc.nat(), to: fc.nat() }),
  fc.record({ kind: fc.constantFrom('undo', 'redo') }),
)

type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

function apply(history: History, one: Operation): History {
  const { flow } = history
  const edit = (next: Flow, key?: string) => changeHistory(history, { type: 'edit', flow: next, key })
  if (one.kind === 'undo' || one.kind === 'redo') return changeHistory(history, { type: one.kind })
  const { at } = one as { at: number }
  if ('type' in one) return edit(insertStep(flow, pick(placesOf(flow), at)!, one.type).flow)
  const path = pick(locate(flow), at)?.path
  if (path === undefined) return history
  if ('to' in one) return edit(moveStep(flow, path, pick(placesOf(flow), one.to)!))
  if (one.kind === 'remove') return edit(removeStep(flow, path))
  if (one.kind === 'duplicate') return locate(flow).length > 60 ? history : edit(duplicateStep(flow, path).flow)
  if (one.kind === 'rename') return edit(renameStep(flow, path, `renamed_${locate(flow).length}_${at}`.slice(0, 64)))
  if (one.kind === 'field') return edit(setInput(flow, path, 'outcome', String(at)), 'field')
  const place = placeBeside(flow, path, one.kind as 'up' | 'down')
  return place ? edit(moveStep(flow, path, place)) : history
}

/** The rules of the server that do not depend on the types of steps. */
function assertValid(flow: Flow): void {
  assert.ok(asFlow(JSON.parse(JSON.stringify(flow))))
  const steps = locate(flow)
  assert.ok(steps.every(({ step }) => /^[a-z0-9_]{1,64}$/.test(step.name)))
  assert.equal(new Set(steps.map(({ step }) => step.name)).size, steps.length)
  for (const { step } of steps)
    for (const branch of branchesOf(step.type)) assert.ok(Array.isArray(step.input[branch] ?? []))
}

const step = (name: string, type: string, input: Record<string, unknown> = {}) => ({ name, type, input })

describe('changes of a flow', () => {
  it('leave a valid flow in any sequence, and undoing all of them leads back to the first one', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 40 }), (operations) => {
        let history = historyOf(empty)
        for (const one of operations) {
          history = apply(history, one)
          assertValid(history.flow)
        }
        while (history.past.length > 0) history = changeHistory(history, { type: 'undo' })
        assert.deepEqual(history.flow, empty)
      }),
    )
  })

  it('lose no step when one is moved', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 25 }), fc.nat(), fc.nat(), (operations, at, to) => {
        const { flow } = operations.reduce(apply, historyOf(empty))
        const names = (one: Flow) => locate(one).map(({ step }) => step.name)
        const path = pick(locate(flow), at)?.path
        if (path === undefined) return
        const moved = moveStep(flow, path, pick(placesOf(flow), to)!)
        assert.deepEqual(names(moved).sort(), names(flow).sort())
      }),
    )
  })

  it('move a step into a branch and out of it', () => {
    const flow: Flow = { ...empty, steps: [step('a', 'set'), step('check', 'condition', { if: 'true', then: [] })] }
    const inside = moveStep(flow, 'steps.0', { list: 'steps.1.input.then', index: 0 })
    assert.deepEqual(
      locate(inside).map(({ path, step: { name } }) => [path, name]),
      [
        ['steps.0', 'check'],
        ['steps.0.input.then.0', 'a'],
      ],
    )
    const place = placeBeside(inside, 'steps.0.input.then.0', 'up')!
    assert.deepEqual(
      locate(moveStep(inside, 'steps.0.input.then.0', place)).map(({ step: { name } }) => name),
      ['a', 'check'],
    )
  })

  it('do not move a step into itself', () => {
    const flow: Flow = { ...empty, steps: [step('each', 'loop', { items: [], steps: [] })] }
    assert.equal(moveStep(flow, 'steps.0', { list: 'steps.0.input.steps', index: 0 }), flow)
  })

  it('rename references with a step, except in source code', () => {
    const steps = [
      step('a', 'set'),
      step('b', 'http_request', { url: 'https://example.com/{{steps.a.id}}/{{steps.a_2.id}}' }),
      step('c', 'code', { source: 'return steps.a' }),
    ]
    const renamed = renameStep({ ...empty, steps }, 'steps.0', 'lookup')
    assert.deepEqual(
      renamed.steps.map(({ name, input }) => [name, Object.values(input)[0]]),
      [
        ['lookup', undefined],
        ['b', 'https://example.com/{{steps.lookup.id}}/{{steps.a_2.id}}'],
        ['c', 'return steps.a'],
      ],
    )
  })

  it('duplicate a branch with names and references of its own', () => {
    const inner = [step('get', 'set'), step('use', 'set', { values: { x: '{{steps.get.x}} {{steps.before.x}}' } })]
    const flow: Flow = {
      ...empty,
      steps: [step('before', 'set'), step('if', 'condition', { if: 'true', then: inner })],
    }
    const copy = duplicateStep(flow, 'steps.1').flow.steps[2]!
    assert.deepEqual(copy, {
      name: 'if_2',
      type: 'condition',
      input: {
        if: 'true',
        then: [step('get_2', 'set'), step('use_2', 'set', { values: { x: '{{steps.get_2.x}} {{steps.before.x}}' } })],
      },
    })
  })

  it('to one field in succession are undone together', () => {
    const flow: Flow = { ...empty, steps: [step('a', 'set')] }
    let history = historyOf(flow)
    for (const text of ['h', 'he', 'hey'])
      history = changeHistory(history, {
        type: 'edit',
        flow: setInput(history.flow, 'steps.0', 'outcome', text),
        key: 'a',
      })
    assert.equal(history.past.length, 1)
    assert.equal(changeHistory(history, { type: 'undo' }).flow, flow)
  })
})
