// Tests of what is said about the change of another editor.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesOf } from './changed-steps.ts'
import type { Flow, Step } from './flow.ts'

const step = (name: string, input: Record<string, unknown> = {}, type = 'set'): Step => ({ name, type, input })
const flow = (steps: Step[], type = 'webhook'): Flow => ({ trigger: { type }, steps })

test('steps that were added, removed or changed are named, also inside of others, and the trigger', () => {
  const before = flow([step('first'), step('each', { steps: [step('inner'), step('gone')] }, 'loop')])
  const after = flow([step('each', { steps: [step('inner', { a: 1 })] }, 'loop'), step('last')], 'schedule')
  assert.deepEqual(changesOf(before, after), [
    { kind: 'trigger' },
    { kind: 'changed', step: 'each' },
    { kind: 'changed', step: 'inner' },
    { kind: 'added', step: 'last' },
    { kind: 'removed', step: 'first' },
    { kind: 'removed', step: 'gone' },
  ])
  assert.deepEqual(changesOf(before, before), [])
})
